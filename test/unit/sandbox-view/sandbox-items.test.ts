import assert from 'node:assert/strict';
import { english } from '../../../src/common/translate.ts';
import { aheadText, sandboxItems, accessibleLabel } from '../../../src/sandbox-view/sandbox-items.ts';
import type { SandboxSnapshot } from '../../../src/sandbox-view/sandbox-snapshot.ts';
import type { WindowHost } from '../../../src/sandbox-view/sandbox-location.ts';
import { serverSentEvents } from '../../../src/sandbox-view/server-sent-events.ts';

const addresses = {
  authUrl: 'http://localhost:1',
  baseUrl: 'http://localhost:1',
  connectUrl: 'http://localhost:1/oauth/authorize',
  clientId: 'id',
  clientSecret: 'secret',
  controlUrl: 'http://localhost:1/sandbox',
};

describe('sandboxItems', () => {
  const snapshot: SandboxSnapshot = {
    addresses,
    now: '2027-01-20T10:00:00.000Z',
    aheadMs: 60 * 86_400_000,
    isFrozen: true,
    speed: 10,
    faults: [
      { id: 7, left: 2, operation: 'token', effect: { when: 'after', drop: true } },
      { id: 8, left: 1, operation: 'any', effect: { when: 'before', status: 500, body: '<h1>' } },
    ],
    vehicleCount: 2000,
    vehicles: [
      { id: 'v1', name: 'BMW i4 (2023)', owner: 'Alex', hasCharges: true },
      { id: 'v2', name: 'KIA EV6 (2022)', owner: 'Alex', hasCharges: false },
    ],
    requests: [
      { id: 2, method: 'GET', path: '/v2.0/vehicles/v1/x?y=1', status: null, durationMs: 3.4, isFault: true },
      { id: 1, method: 'POST', path: '/oauth/token', status: 200, durationMs: 2, isFault: false },
    ],
  };
  const linesIn = (place: WindowHost) => sandboxItems(snapshot, english, (iso) => iso.slice(0, 10), place);
  const lines = linesIn({ remoteName: undefined, extension: 'ui' });
  const of = (id: string) => {
    const line = lines.find((each) => each.id === id);
    assert.ok(line);
    return line;
  };

  it('says how far the clock is ahead and that it stands', () => {
    assert.equal(accessibleLabel(of('clock')), 'Clock, 60 d ahead · frozen · 2027-01-20');
    assert.deepEqual(of('clock').tokens, ['clock', 'frozen']);
  });

  it('says what each fault does, to what and how often', () => {
    assert.deepEqual(of('faults').children?.map(accessibleLabel), [
      'drop · after, token · 2 times',
      'status 500, any · once',
    ]);
    assert.deepEqual(
      of('faults').children?.map(({ subject }) => subject),
      ['7', '8'],
    );
  });

  it('says of how many vehicles it lists the first', () => {
    assert.equal(accessibleLabel(of('vehicles')), 'Vehicles, the first 2 of 2000');
  });

  it('offers a charge for the vehicles that have them', () => {
    assert.deepEqual(
      of('vehicles').children?.map(({ tokens }) => tokens),
      [['vehicle', 'charges'], ['vehicle']],
    );
  });

  it('shortens requests and names those that a fault met', () => {
    assert.deepEqual(of('requests').children?.map(accessibleLabel), [
      'GET /v2.0/vehicles/…/x, no answer · 3 ms · fault',
      'POST /oauth/token, 200 · 2 ms',
    ]);
  });

  it('has what grows at its end', () => {
    assert.deepEqual(
      lines.map(({ id }) => id),
      ['clock', 'faults', 'vehicles', 'addresses', 'requests'],
    );
  });

  it('says on which of two machines its addresses are', () => {
    assert.equal(accessibleLabel(of('addresses')), 'Addresses, localhost:1');
    assert.equal(of('addresses').tooltip, undefined);
    const there = linesIn({ remoteName: 'dev-container', extension: 'workspace' }).find(({ id }) => id === 'addresses');
    assert.equal(there?.description, 'localhost:1 · on the remote host');
    assert.match(there?.tooltip ?? '', /port 1 is forwarded/);
    const here = linesIn({ remoteName: 'dev-container', extension: 'ui' }).find(({ id }) => id === 'addresses');
    assert.equal(here?.description, 'localhost:1 · on your own machine');
  });

  it('shows no secret', () => {
    assert.ok(!JSON.stringify(lines).includes('"secret"'));
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
