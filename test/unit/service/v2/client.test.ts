import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { environmentAt, vehicleDataOf } from '../vehicle-data.ts';
import { closeServers, everythingOf, failureOf, reply, serve } from '../http/loopback.ts';

const id = '36ab27d0-fd9d-4455-823a-ce30af709ffc';
const recordsQuery = { vehicleId: id, make: 'BMW' };

interface Setup {
  readonly data: VehicleData;
  /** Path and token of each request that the service got. */
  readonly requests: string[];
  /** What `accessToken` was called with. */
  readonly asked: (string | undefined)[];
}

/** A client of a service that answers so; its first token is `token-1`, the next ones as given. */
async function clientOf(listener: RequestListener, nextToken = 'token-2'): Promise<Setup> {
  const requests: string[] = [];
  const asked: (string | undefined)[] = [];
  const baseUrl = await serve((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`);
    listener(request, response);
  });
  const data = vehicleDataOf(environmentAt(`${baseUrl}/base/`), {
    accessToken: (rejected) => {
      asked.push(rejected);
      return Promise.resolve(rejected === undefined ? 'token-1' : nextToken);
    },
  });
  return { data, requests, asked };
}

const capacityBody = {
  availableCapacities: [{ capacity: 70.9, description: null, extra: 1 }],
  capacity: { nominal: 70.9, source: 'SMARTCAR' },
  url: null,
};
const selectUrl = 'https://connect.example/battery-capacity?token=canary&redirect_uri=';
const several = [
  { capacity: 70.9, description: null },
  { capacity: 90.9, description: 'BEV:Extended Range' },
];

/** Each call once. */
const calls: Record<string, (data: VehicleData) => Promise<unknown>> = {
  user: (data) => data.user(),
  vehicleIds: (data) => data.vehicleIds({ limit: 50, offset: 0 }),
  vehicle: (data) => data.vehicle(id),
  nominalCapacity: (data) => data.nominalCapacity(id),
  chargeRecords: (data) => data.chargeRecords(recordsQuery),
  permissions: (data) => data.permissions(id),
  disconnect: (data) => data.disconnect(id),
  rawJson: (data) => data.rawJson({ kind: 'capacity', vehicleId: id }),
};

describe('VehicleDataV2', () => {
  afterEach(closeServers);

  it('asks a vehicle nothing more while the service’s limit for it lasts, records included, and other vehicles on', async () => {
    const { data, requests } = await clientOf((request, response) => {
      const isLimited = request.url?.includes(id);
      if (!isLimited) return reply(200, { id: 'other', make: 'BMW', model: 'i4', year: 2023 })(request, response);
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' });
      return response.end(JSON.stringify({ type: 'RATE_LIMIT', code: 'VEHICLE' }));
    });
    const first = await failureOf(data.chargeRecords(recordsQuery));
    const second = await failureOf(data.nominalCapacity(id));
    assert.equal(requests.length, 1);
    assert.deepEqual([first.sent, second.sent, second.retryAt], [true, false, first.retryAt]);
    assert.match(`${second.message} ${second.nextStep}`, /^Nothing was sent: requests for this vehicle.*wait is over/);
    await data.vehicle('other');
    assert.equal(requests.length, 2);
  });

  it('reads the owner and a page of vehicles', async () => {
    const { data, requests } = await clientOf((request, response) => {
      const body = request.url?.includes('user')
        ? { id: 'owner-1' }
        : { paging: { count: 7, offset: 5 }, vehicles: ['a', 'b'] };
      reply(200, body)(request, response);
    });
    assert.deepEqual(await data.user(), { id: 'owner-1' });
    assert.deepEqual(await data.vehicleIds({ limit: 2, offset: 5 }), { ids: ['a', 'b'], total: 7 });
    assert.deepEqual(requests, [
      '/base/v2.0/user Bearer token-1',
      '/base/v2.0/vehicles?limit=2&offset=5 Bearer token-1',
    ]);
  });

  it('reads what the owner granted, page by page however many come, and never without end', async () => {
    const granted = Array.from({ length: 60 }, (_, index) => `read_${index}`);
    const { data, requests } = await clientOf((request, response) => {
      const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'));
      const body = { paging: { count: 60, offset }, permissions: granted.slice(offset, offset + 40) };
      reply(200, body)(request, response);
    });
    assert.deepEqual(await data.permissions(id), { granted });
    assert.deepEqual(requests, [
      `/base/v2.0/vehicles/${id}/permissions?limit=50&offset=0 Bearer token-1`,
      `/base/v2.0/vehicles/${id}/permissions?limit=50&offset=40 Bearer token-1`,
    ]);
    const endless = await clientOf(reply(200, { paging: { count: 1e6, offset: 0 }, permissions: [] }));
    assert.deepEqual(await endless.data.permissions(id), { granted: [] });
  });

  it('disconnects a vehicle by DELETE, and only believes a success that says so', async () => {
    const methods: (string | undefined)[] = [];
    const { data, requests } = await clientOf((request, response) => {
      methods.push(request.method);
      reply(200, { status: 'success' })(request, response);
    });
    await data.disconnect(id);
    assert.deepEqual([methods, requests], [['DELETE'], [`/base/v2.0/vehicles/${id}/application Bearer token-1`]]);
    const other = await clientOf(reply(200, { status: 'pending' }));
    assert.equal((await failureOf(other.data.disconnect(id))).kind, 'contract');
  });

  it('gives an answer to the letter, whatever the contract says of it, but no refusal', async () => {
    const text = '{ "energy": 1.10, "unheard": [1e400] }';
    const questions = [
      { kind: 'vehicle', vehicleId: id },
      { kind: 'capacity', vehicleId: id },
      { kind: 'permissions', vehicleId: id },
      { kind: 'records', ...recordsQuery, startDate: '2026-11-01' },
    ] as const;
    const { data, requests } = await clientOf((_, response) => response.end(text));
    for (const question of questions) assert.equal(await data.rawJson(question), text);
    const path = `/base/v2.0/vehicles/${id}`;
    assert.deepEqual(
      requests.map((request) => request.split(' ')[0]),
      [
        path,
        `${path}/battery/nominal_capacity`,
        `${path}/permissions?limit=50&offset=0`,
        `${path}/bmw/charge/records?startDate=2026-11-01`,
      ],
    );
    const { data: refusing } = await clientOf(reply(403, { type: 'PERMISSION' }));
    assert.equal((await failureOf(refusing.rawJson(questions[0]))).status, 403);
  });

  describe('nominalCapacity', () => {
    it('tells the three cases of the document apart', async () => {
      const cases: readonly (readonly [object, object])[] = [
        [capacityBody, { case: 'determined', nominal: 70.9, candidates: [{ capacity: 70.9, description: null }] }],
        [
          { availableCapacities: several, capacity: null, url: selectUrl },
          { case: 'undetermined', candidates: several, selectUrl },
        ],
        [
          { availableCapacities: several, capacity: { nominal: 90.9, source: 'USER_SELECTED' }, url: selectUrl },
          { case: 'selected', nominal: 90.9, candidates: several, selectUrl },
        ],
        [
          { availableCapacities: [], capacity: null, url: null },
          { case: 'undetermined', candidates: [], selectUrl: null },
        ],
      ];
      for (const [body, expected] of cases) {
        const { data, requests } = await clientOf(reply(200, body));
        assert.deepEqual(await data.nominalCapacity(id), expected);
        assert.deepEqual(requests, [`/base/v2.0/vehicles/${id}/battery/nominal_capacity Bearer token-1`]);
      }
    });

    it('names what contradicts or breaks the contract, and never a value', async () => {
      const cases: readonly (readonly [object, RegExp])[] = [
        [{ ...capacityBody, url: selectUrl }, /url: must be null if capacity\.source is SMARTCAR/],
        [{ ...capacityBody, capacity: null, url: 'javascript:canary' }, /url: not a web address/],
        [
          { ...capacityBody, capacity: { nominal: 'canary', source: 'SMARTCAR' } },
          /capacity\.nominal: expected a number, received text/,
        ],
        [
          { ...capacityBody, capacity: { nominal: 1, source: 'canary' } },
          /capacity\.source: expected SMARTCAR \| USER_SELECTED/,
        ],
        [{}, /availableCapacities: missing; capacity: missing; url: missing/],
      ];
      for (const [body, message] of cases) {
        const { data } = await clientOf(reply(200, body, { 'sc-request-id': 'r-1' }));
        const error = await failureOf(data.nominalCapacity(id));
        assert.deepEqual([error.kind, error.requestId, error.sent], ['contract', 'r-1', true]);
        assert.match(error.message, message);
        assert.doesNotMatch(await everythingOf(error), /canary/);
      }
    });
  });

  describe('chargeRecords', () => {
    it('asks with the make in lower case and the dates, and hands out the body as it comes', async () => {
      const headers = { 'sc-request-id': 'r-1', 'sc-fetched-at': '2026-11-21T00:00:00Z' };
      const { data, requests } = await clientOf(reply(200, '{"records":[]}', headers));
      const answer = await data.chargeRecords({ ...recordsQuery, startDate: '2026-11-01', endDate: '2026-11-20' });
      assert.equal(await text(answer.body), '{"records":[]}');
      assert.deepEqual([answer.requestId, answer.fetchedAt], ['r-1', '2026-11-21T00:00:00Z']);
      await text((await data.chargeRecords({ ...recordsQuery, make: 'Land Rover' })).body);
      assert.deepEqual(requests, [
        `/base/v2.0/vehicles/${id}/bmw/charge/records?startDate=2026-11-01&endDate=2026-11-20 Bearer token-1`,
        `/base/v2.0/vehicles/${id}/land%20rover/charge/records Bearer token-1`,
      ]);
    });

    it('checks dates before it sends', async () => {
      const { data, requests } = await clientOf(reply(200, {}));
      for (const dates of [
        { startDate: '2026-02-29' },
        { startDate: '2026-2-1' },
        { endDate: '21.11.2026' },
        { endDate: '2026-11-21T00:00:00Z' },
        { startDate: '' },
        { startDate: '2026-11-02', endDate: '2026-11-01' },
      ]) {
        const error = await failureOf(data.chargeRecords({ ...recordsQuery, ...dates }));
        assert.deepEqual([error.kind, error.turn, error.sent], ['input', 'developer', false]);
        assert.match(error.message, /startDate|endDate/);
      }
      assert.equal(requests.length, 0);
      const leapDay = { startDate: '2024-02-29', endDate: '2024-02-29' };
      await text((await data.chargeRecords({ ...recordsQuery, ...leapDay })).body);
      assert.equal(requests.length, 1);
    });
  });

  it('shows the character that does not belong in an id or a make, and sends nothing', async () => {
    const { data, requests } = await clientOf(reply(200, {}));
    const cases: readonly (readonly [string, RegExp])[] = [
      [`${id}\uff1a`, /“：” \(U\+FF1A\) at position 37/],
      [`\u200b${id}`, /U\+200B at position 1/],
      [`${id}\n`, /U\+000A/],
      [`${id} `, /U\+0020/],
      ['a/../b', /“\/” \(U\+002F\)/],
      ['a?b', /U\+003F/],
      ['a%2f', /U\+0025/],
      ['..', /empty/],
      ['', /empty/],
    ];
    for (const [value, message] of cases) {
      for (const call of [data.vehicle(value), data.nominalCapacity(value)]) {
        const error = await failureOf(call);
        assert.deepEqual([error.kind, error.sent], ['input', false]);
        assert.match(error.message, message);
      }
    }
    for (const make of ['', ' bmw', 'b/w', 'Škoda']) {
      const error = await failureOf(data.chargeRecords({ ...recordsQuery, make }));
      assert.deepEqual([error.kind, error.sent], ['input', false]);
      assert.match(error.message, /The make/);
    }
    assert.equal(requests.length, 0);
  });

  for (const [name, call] of Object.entries(calls)) {
    describe(`${name}, on a bad day,`, () => {
      it('asks once more with another token after a 401, then gives up', async () => {
        const refusal = { type: 'AUTHENTICATION', code: null, description: 'No.' };
        const { data, requests, asked } = await clientOf(reply(401, refusal));
        const error = await failureOf(call(data));
        assert.deepEqual([error.kind, error.turn, error.status], ['api', 'reconnect', 401]);
        assert.deepEqual(asked, [undefined, 'token-1']);
        assert.deepEqual(
          requests.map((request) => request.split(' ').at(-1)),
          ['token-1', 'token-2'],
        );
      });

      it('asks once only, and with one token, for every other refusal', async () => {
        for (const status of [400, 403, 404, 409, 410, 429, 430, 500, 501, 502, 503]) {
          const { data, requests, asked } = await clientOf(reply(status, { type: 'X', description: 'token-1' }));
          const error = await failureOf(call(data));
          assert.deepEqual([error.status, requests.length, asked.length], [status, 1, 1]);
          assert.match(error.message, /\[redacted\]/);
        }
      });
    });
  }

  for (const [name, body, kind] of [
    ['a truncated body', '{"id":', 'not-json'],
    ['nothing', '', 'not-json'],
    ['a list', '[]', 'not-json'],
    ['null', 'null', 'not-json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff]), 'not-json'],
    ['more than 8 MB', Buffer.alloc(8 * 1024 * 1024 + 1, ' '), 'too-large'],
    ['wrong types', '{"id":7,"vehicles":7,"paging":[],"make":null}', 'contract'],
    ['the right fields under __proto__', '{"__proto__":{"id":"x"}}', 'contract'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      for (const call of [calls.user, calls.vehicleIds, calls.vehicle, calls.nominalCapacity]) {
        const { data } = await clientOf(reply(200, body));
        assert.equal((await failureOf(call?.(data) ?? Promise.resolve())).kind, kind);
      }
    });
  }
});
