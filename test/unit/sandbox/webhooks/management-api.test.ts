import assert from 'node:assert/strict';
import { Workbench } from './workbench.ts';

interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

describe('Webhooks in the management API', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.start();
  });
  afterEach(() => bench.close());

  const read = async (path: string) => (await (await bench.app.send('GET', path)).json()) as { data: Resource[] };

  it('are listed with what they are, and without whether they are verified', async () => {
    const { verified, verification: _v, subscriptions: _s, id, ...given } = await bench.create({ name: 'Mine' });
    assert.equal(verified, true);
    const { data } = await read('/webhooks');
    assert.deepEqual(
      data.map(({ attributes }) => attributes.callbackUri),
      [null, bench.receiver.uri],
    );
    assert.deepEqual(data[1]?.attributes, given);
    const one = (await (await bench.app.send('GET', `/webhooks/${id}`)).json()) as { data: Resource };
    assert.deepEqual(one.data, data[1]);
    assert.equal((await bench.app.send('GET', '/webhooks/none')).status, 404);
  });

  it('are found by a part of name or address in any case, and in pages', async () => {
    for (const name of ['Charges', 'Errors of charges', 'Capacity']) await bench.create({ name });
    const names = async (query: string) =>
      (await read(`/webhooks?${query}`)).data.map(({ attributes }) => attributes.name);
    assert.deepEqual(await names('filter[name]=CHARGES'), ['Charges', 'Errors of charges']);
    assert.equal((await names('filter[callbackUri]=/HOOK')).length, 3);
    assert.deepEqual(await names('filter[name]=charges&filter[callbackUri]=none'), []);
    assert.deepEqual(await names('page[size]=1&page[number]=3'), ['Errors of charges']);
    assert.equal((await bench.app.send('GET', '/webhooks?page[size]=101')).status, 400);
  });

  it('cannot be created, changed or deleted there', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assert.equal((await bench.app.send(method, '/webhooks/none', {})).status, 404);
    }
  });

  it('have subscriptions that name their vehicle', async () => {
    const { id } = await bench.create();
    await bench.app.subscribe(0, id);
    const [subscription] = (await read(`/subscriptions?filter[webhookId]=${id}`)).data;
    const { make, mode } = subscription?.attributes.vehicle as { make: string; mode: string };
    assert.deepEqual([make, mode], ['BMW', 'live']);
  });
});
