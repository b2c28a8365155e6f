import assert from 'node:assert/strict';
import { english } from '../../../../src/common/translate.ts';
import { aheadText, type SandboxItem, sandboxItems } from '../../../../src/extension/sandbox/sandbox-items.ts';
import type { WindowHost } from '../../../../src/sandbox-client/sandbox-location.ts';
import { serverSentEvents } from '../../../../src/sandbox-client/control-client.ts';
import { addresses } from '../../sandbox-client/addresses.ts';

const spoken = ({ label, description }: SandboxItem) => `${label}, ${description}`;

describe('sandboxItems', () => {
  const capacity = { case: 'determined', nominal: 80, source: 'SMARTCAR' } as const;
  const vehicle = { owner: 'Alex', region: 'Europe', capacity };
  const request = { at: '2027-01-20T10:00:00.000Z', complete: true, operation: null, requestId: '', rules: [] };
  const snapshot: Parameters<typeof sandboxItems>[0] = {
    unread: [],
    overview: {
      ...addresses,
      now: '2027-01-20T10:00:00.000Z',
      frozen: true,
      speed: 10,
      version: '0.1.0',
      pid: 1,
      leases: 1,
      owners: [],
      vehicleCount: 2000,
      vehicles: [
        { ...vehicle, id: 'v1', make: 'BMW', model: 'i4', year: 2023, records: 20, charges: 20, connected: true },
        { ...vehicle, id: 'v2', make: 'KIA', model: 'EV6', year: 2022, records: null, charges: 9, connected: false },
        { ...vehicle, id: 'v3', make: 'KIA', model: 'EV9', year: 2024, records: null, charges: 9, connected: true },
      ],
    },
    aheadMs: 60 * 86_400_000,
    faults: [
      { id: 7, left: 2, operation: 'token', times: 2, when: 'after', drop: true },
      { id: 8, left: 1, operation: 'any', times: 1, when: 'before', status: 500, body: '<h1>' },
    ],
    requests: [
      { ...request, id: 2, method: 'GET', path: '/v2.0/vehicles/v1/x?y=1', status: null, durationMs: 3.4, fault: 7 },
      {
        ...request,
        id: 1,
        method: 'POST',
        path: '/oauth/token',
        status: 200,
        durationMs: 2,
        fault: null,
        client: 'app/2',
      },
    ],
  };
  const itemsIn = (place: WindowHost) => sandboxItems(snapshot, english, (iso) => iso.slice(0, 10), place);
  const items = itemsIn({ remoteName: undefined, extension: 'ui' });
  const of = (id: string) => {
    const item = items.find((each) => each.id === id);
    assert.ok(item);
    return item;
  };

  it('has these lines: what grows is at the end, and a request names neither its vehicle nor its query', () => {
    const lines = (of: readonly SandboxItem[], indent = ''): string[] =>
      of.flatMap((item) => [
        `${indent}${spoken(item)} [${item.tokens.join(';')}]${item.subject ? ` ${item.subject}` : ''}`,
        ...lines(item.children ?? [], `${indent}  `),
      ]);
    const shown = lines(items).filter((line) => !line.includes(' [address] '));
    assert.deepEqual(shown, [
      'Clock, 60 d ahead · frozen · 2027-01-20 [clock;frozen]',
      'Faults, 2 [faults]',
      '  Drop the connection after the request took effect, token · 2 times [fault] 7',
      '  status 500, body "<h1>", any · once [fault] 8',
      'Vehicles, first 3 of 2000 [vehicles]',
      '  BMW i4 (2023), Alex [vehicle;charges] v1',
      '  KIA EV6 (2022), Alex · not connected [vehicle] v2',
      '  KIA EV9 (2024), Alex [vehicle;charges] v3',
      'Addresses, localhost:1 [addresses]',
      'Requests of Other Apps,  [requests]',
      '  GET /v2.0/vehicles/…/x, no response · 3 ms · fault [request]',
      '  POST /oauth/token, 200 · app/2 · 2 ms [request]',
    ]);
  });

  it('says where version 3 has no signals, with one button to change that, unless an older sandbox does not say', () => {
    const vehiclesOf = (autoSubscribe: boolean | undefined) => {
      const overview = { ...snapshot.overview, autoSubscribe };
      const place = { remoteName: undefined, extension: 'ui' } as const;
      const item = sandboxItems({ ...snapshot, overview }, english, String, place).find(({ id }) => id === 'vehicles');
      return item && [spoken(item), item.tokens.join(';')];
    };
    assert.deepEqual([undefined, true, false].map(vehiclesOf), [
      ['Vehicles, first 3 of 2000', 'vehicles'],
      ['Vehicles, first 3 of 2000', 'vehicles;filled'],
      ['Vehicles, first 3 of 2000 · no signals of version 3', 'vehicles;emptied'],
    ]);
  });

  it('says on which of two machines its addresses are', () => {
    assert.equal(of('addresses').tooltip.length, 2);
    const there = itemsIn({ remoteName: 'dev-container', extension: 'workspace' }).find(({ id }) => id === 'addresses');
    assert.equal(there?.description, 'localhost:1 · on the remote host');
    assert.match(there?.tooltip.join() ?? '', /forward port 1/);
    const here = itemsIn({ remoteName: 'dev-container', extension: 'ui' }).find(({ id }) => id === 'addresses');
    assert.equal(here?.description, 'localhost:1 · on your local machine');
  });

  it('shows no secret', () => {
    assert.ok(!JSON.stringify(items).includes('"secret"'));
  });
});

describe('aheadText', () => {
  for (const [ms, text] of [
    [20_000, ''],
    [-20_000, ''],
    [60_000, '1 min ahead'],
    [7_200_000, '2 h ahead'],
    [60 * 86_400_000, '60 d ahead'],
    [-7_200_000, '2 h behind'],
  ] as const) {
    it(`says "${text}" of ${ms} ms`, () => assert.equal(aheadText(ms, english), text));
  }
});

describe('serverSentEvents', () => {
  it('reads events that come in pieces, and passes comments over', async () => {
    const bytes = new TextEncoder().encode(
      ': hi\n\nevent: request\nid: 4\ndata: {"a":"ü"}\n\nevent: clock\ndata: {}\n\nevent: cut',
    );
    const pieces = [...bytes].map((byte) => new Uint8Array([byte]));
    const events = [];
    for await (const event of serverSentEvents(ReadableStream.from(pieces))) events.push(event);
    assert.deepEqual(events, [
      { event: 'request', data: '{"a":"ü"}' },
      { event: 'clock', data: '{}' },
    ]);
  });
});
