import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { askForRelay } from '../../../../../src/extension/auth/sign-in/redirect-relay.ts';

describe('askForRelay', () => {
  it('gives up on a program that has the port and never answers', async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const target = { addresses: ['127.0.0.1'], port, pathname: '/callback' };
    assert.deepEqual(await askForRelay(target, 'state', new AbortController().signal, 10), { stranger: '127.0.0.1' });
    silent.close();
    await once(silent, 'close');
  });
});
