import assert from 'node:assert/strict';
import type { WebhookSummary } from '../../../../src/sandbox/control/contract.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { closedAfterEach } from '../client.ts';
import { Workbench } from './workbench.ts';

interface Refusal {
  readonly description: string;
}
interface WebhookList {
  readonly webhooks: readonly WebhookSummary[];
  readonly tokens: readonly string[];
}

describe('Control of webhooks', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.start();
  });
  afterEach(() => bench.close());

  const refusal = async (path: string, method: string, body?: unknown) => {
    const answer = await bench.app.client.control(path, method, body);
    return [answer.status, ((await answer.json()) as Refusal).description] as const;
  };
  const list = () => bench.control<WebhookList>('/webhooks');

  it("lists the sandbox's own, and those that were created, changed and deleted", async () => {
    const [own, ...none] = (await list()).webhooks;
    assert.equal(own?.callbackUri, null);
    assert.deepEqual(none, []);
    const made = await bench.create({ name: 'Mine', triggers: ['charge-ischarging'] });
    assert.deepEqual((await list()).webhooks[1], made);
    assert.deepEqual([made.name, made.triggers], ['Mine', ['charge-ischarging']]);
    assert.ok(made.data.includes('tractionbattery-nominalcapacity'));
    const changed = await bench.change(made.id, { isEnabled: false });
    assert.deepEqual([changed.name, changed.isEnabled], ['Mine', false]);
    await bench.control(`/webhooks/${made.id}`, 'DELETE');
    assert.equal((await list()).webhooks.length, 1);
  });

  it('subscribes connected vehicles by itself where a webhook says so, those of later too', async () => {
    const { id } = await bench.create({ autoSubscribe: true });
    const connected = (await list()).webhooks[1]?.subscriptions ?? 0;
    assert.ok(connected > 1);
    await bench.app.send('DELETE', `/connections/${await bench.app.connectionId()}`);
    assert.equal((await list()).webhooks[1]?.subscriptions, connected - 1);
    await bench.app.client.pair();
    assert.equal((await list()).webhooks[1]?.subscriptions, connected);
    await bench.change(id, { autoSubscribe: false });
    await bench.control('/subscriptions', 'DELETE');
    await bench.change(id, { autoSubscribe: true });
    assert.equal((await list()).webhooks[1]?.subscriptions, connected);
  });

  it('refuses an address that is not on this machine, or is none', async () => {
    for (const [callbackUri, problem] of [
      ['https://example.com/hook', /this machine only/],
      ['http://192.168.0.1:3000/hook', /this machine only/],
      ['http://localhost.example.com/', /this machine only/],
      ['http://127.1:3000/', /this machine only/],
      ['http://127.0.0.2:3000/', /this machine only/],
      ['http://me:secret@localhost:3000/', /no user name or password/],
      ['http://localhost:3000@example.com/', /no user name or password/],
      ['http://localhost\t.example.com/', /this machine only/],
      ['http://localhost:3000/#top', /no fragment/],
      ['ftp://localhost/', /an address like http/],
      ['/hook', /an address like http/],
    ] as const) {
      for (const member of ['callbackUri', 'errorCallbackUri']) {
        const body = { callbackUri: bench.receiver.uri, [member]: callbackUri };
        const [status, description] = await refusal('/webhooks', 'POST', body);
        assert.equal(status, 400, callbackUri);
        assert.match(description, problem);
        assert.match(description, new RegExp(`${member}: `));
      }
    }
    assert.equal((await list()).webhooks.length, 1);
  });

  it('refuses itself as an address, when a webhook is created and when it is changed', async () => {
    const { id } = await bench.create();
    const itself = { callbackUri: `${bench.app.client.addresses.baseUrl}/hook` };
    for (const [path, method] of [
      ['/webhooks', 'POST'],
      [`/webhooks/${id}`, 'PUT'],
    ] as const) {
      assert.match((await refusal(path, method, itself))[1], /is the sandbox itself/);
    }
  });

  it('answers 404 for a webhook that is unknown', async () => {
    for (const [path, method, body] of [
      ['/webhooks/none', 'PUT', {}],
      ['/webhooks/none', 'DELETE', undefined],
      ['/webhooks/none/verify', 'POST', undefined],
      ['/webhooks/none/events', 'POST', { event: 'test-state' }],
      ['/deliveries/1', 'GET', undefined],
    ] as const) {
      assert.equal((await bench.app.client.control(path, method, body)).status, 404, path);
    }
  });
});

describe('Webhooks of a scenario', () => {
  const start = closedAfterEach(startSandbox);

  it('are there from the start, and again after a reset', async () => {
    const { addresses } = await start({
      webhooks: ['http://localhost:9/hook'],
      scenario: { webhooks: [{ name: 'Errors', callbackUri: 'http://localhost:9/errors', isEnabled: false }] },
    });
    const read = async () => {
      const { webhooks } = (await (await fetch(`${addresses.controlUrl}/webhooks`)).json()) as WebhookList;
      return webhooks.slice(1).map(({ id, callbackUri }) => [id, callbackUri]);
    };
    const before = await read();
    assert.deepEqual(
      before.map(([, uri]) => uri),
      ['http://localhost:9/hook', 'http://localhost:9/errors'],
    );
    await fetch(`${addresses.controlUrl}/webhooks/${before[0]?.[0] ?? ''}`, { method: 'DELETE' });
    await fetch(`${addresses.controlUrl}/reset`, { method: 'POST' });
    assert.deepEqual(await read(), before);
  });
});
