import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { askForRelay } from '../../../../src/auth/sign-in/redirect-relay.ts';

describe('askForRelay', () => {
  it('gives up on a program that has the port and never answers', async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    assert.equal(await askForRelay(port, '/callback', 'state', new AbortController().signal, 10), undefined);
    silent.close();
    await once(silent, 'close');
  });
});
