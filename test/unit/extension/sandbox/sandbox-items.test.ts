import assert from 'node:assert/strict';
import { aheadText, sandboxItems } from '../../../../src/extension/sandbox/sandbox-items.ts';
import { serverSentEvents } from '../../../../src/sandbox-client/control-client.ts';
import { goldenFile, textOf } from '../golden.ts';
import { addresses } from '../../sandbox-client/addresses.ts';
import { webhook } from '../webhooks/deliveries.ts';

describe('sandboxItems', () => {
  const capacity = { case: 'determined', nominal: 80, source: 'SMARTCAR' } as const;
  const vehicle = { owner: 'Alex', region: 'Europe', capacity };
  const request = { at: '2027-01-20T10:00:00.000Z', complete: true, operation: null, requestId: '', rules: [] };
  const snapshot: Parameters<typeof sandboxItems>[0] = {
    unread: [],
    webhooks: [{ ...webhook, callbackUri: null, subscriptions: 2 }],
    overview: {
      ...addresses,
      now: '2027-01-20T10:00:00.000Z',
      frozen: true,
      speed: 10,
      version: '0.1.0',
      pid: 1,
      leases: 1,
      limitEra: '',
      autoSubscribe: true,
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
  const matches = goldenFile(new URL('sandbox-view.txt', import.meta.url));

  for (const [name, shown, place] of [
    ['a sandbox of this machine', snapshot, { remoteName: undefined, extension: 'ui' }],
    ['on the remote host', snapshot, { remoteName: 'dev-container', extension: 'workspace' }],
    ['on the local machine', snapshot, { remoteName: 'dev-container', extension: 'ui' }],
    [
      'whose vehicles are not subscribed',
      { ...snapshot, unread: ['a fault'], overview: { ...snapshot.overview, autoSubscribe: false } },
      { remoteName: undefined, extension: 'ui' },
    ],
  ] as const) {
    it(`shows ${name}, and no secret`, () => {
      const items = sandboxItems(shown, (iso) => iso.slice(0, 10), place);
      matches(name, textOf(items));
      assert.ok(!JSON.stringify(items).includes('"secret"'));
      const subjects = items.flatMap(({ children = [] }) => children.map(({ subject }) => subject));
      assert.deepEqual(subjects.slice(0, 3), ['7', '8', 'v1']);
    });
  }
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
    it(`says "${text}" of ${ms} ms`, () => assert.equal(aheadText(ms), text));
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
