import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { JournalEntry } from '../../../../src/sandbox/control/contract.ts';
import { noon, SandboxClient } from '../client.ts';

describe('journal of the sandbox', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());

  const list = async (query = '') => {
    const answer = await client.control(`/requests${query}`);
    return ((await answer.json()) as { requests: JournalEntry[] }).requests;
  };
  /** The next `count` events of the live stream, which is opened before `act`. */
  const events = async (count: number, act: () => Promise<unknown>, query = '', headers = {}) => {
    const stream = request(`${client.addresses.controlUrl}/events${query}`, { headers });
    stream.end();
    const [answer] = (await once(stream, 'response')) as [NodeJS.ReadableStream];
    let text = '';
    const found = () => [...text.matchAll(/^event: (.*)\n(?:id: .*\n)?data: (.*)\n\n/gm)];
    const enough = new Promise<void>((resolve) => {
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (found().length >= count) resolve();
      });
    });
    await once(answer, 'data');
    await act();
    await enough;
    stream.destroy();
    return found().map(([, name, data = '']) => [name, JSON.parse(data) as unknown] as const);
  };

  it('says of each request what it was, what came of it, and by which rules', async () => {
    const { access_token } = await client.pair();
    await client.control('/requests', 'DELETE');
    await client.get('/v2.0/vehicles?limit=2&offset=1', access_token);
    await client.get('/v2.0/user', 'wrong');
    const [vehicles, user, ...others] = await list();
    assert.deepEqual(others, []);
    const { durationMs, requestId, id, rules, ...rest } = vehicles ?? ({} as JournalEntry);
    assert.deepEqual(rest, {
      at: new Date(noon).toISOString(),
      method: 'GET',
      path: '/v2.0/vehicles?limit=2&offset=1',
      status: 200,
      complete: true,
      operation: 'vehicles',
      fault: null,
      client: 'node',
    });
    assert.ok(durationMs >= 0 && requestId.length === 36 && id > 0);
    assert.ok(rules.includes('vehicles.list'));
    assert.deepEqual(
      [user?.status, user?.operation, user?.rules.includes('errors.authentication')],
      [401, 'user', true],
    );
    assert.deepEqual(await list(`?since=${id}`), [user]);
    assert.equal((await client.control('/requests?since=x')).status, 400);
  });

  it('keeps a thousand requests at least, and no more than twice that many', async () => {
    const { baseUrl } = client.addresses;
    for (let batch = 0; batch < 25; batch++) {
      await Promise.all(Array.from({ length: 90 }, async () => (await fetch(`${baseUrl}/a`)).text()));
    }
    const { length } = await list();
    assert.ok(length >= 1000 && length < 2000, String(length));
  });

  it('knows a reader that comes back, even to a sandbox that was started again', async () => {
    await fetch(`${client.addresses.baseUrl}/a`);
    const [first] = await list();
    await client.close();
    client = await SandboxClient.start();
    await fetch(`${client.addresses.baseUrl}/b`);
    const seen = await events(1, () => Promise.resolve(), '?since=1', { 'Last-Event-ID': String(first?.id) });
    assert.deepEqual((seen[0]?.[1] as JournalEntry).path, '/b');
  });
});
