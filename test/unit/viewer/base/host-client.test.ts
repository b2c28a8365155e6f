import assert from 'node:assert/strict';
import { HostClient } from '../../../../src/viewer/base/host-client.ts';
import type { ToHost } from '../../../../src/viewer/messages/to-host.ts';

describe('HostClient', () => {
  let posted: ToHost[];
  let host: HostClient;

  beforeEach(() => {
    posted = [];
    host = new HostClient((message) => void posted.push(message));
  });

  it('gives each answer to the request that it is of', async () => {
    const picked = host.request({ type: 'pick', title: 'a', items: ['b'] });
    const copied = host.request({ type: 'copy', text: 'a' });
    const [first, second] = posted.map(({ request = -1 }) => request);
    assert(first !== undefined && second !== undefined && first !== second);
    host.answer({ type: 'answer', request: second, value: true });
    host.answer({ type: 'answer', request: first, value: 0 });
    assert.deepEqual([await picked, await copied], [0, true]);
  });

  it('takes no answer to a request that it has forgotten', async () => {
    let answered = false;
    void host.request({ type: 'copy', text: 'a' }).then(() => (answered = true));
    host.clear();
    host.answer({ type: 'answer', request: posted[0]?.request ?? -1, value: true });
    await Promise.resolve();
    assert.equal(answered, false);
  });

  it('sends other messages without a number', () => {
    host.send({ type: 'cancel' });
    assert.deepEqual(posted, [{ type: 'cancel' }]);
  });
});
