import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../../bench/load.ts';
import { slope } from '../../bench/sandbox-memory.ts';
import { median } from '../../bench/figures.ts';

describe('load of a bench', () => {
  let server: Server;
  let origin: string;
  /** Bodies that came, in their order. */
  let bodies: string[];

  beforeEach(async () => {
    bodies = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString());
        const text = JSON.stringify({ refresh_token: `t${bodies.length}` });
        response.writeHead(request.url === '/gone' ? 404 : 200, { 'Content-Length': text.length });
        // In two pieces, as a large answer comes.
        response.write(text.slice(0, 5));
        response.end(text.slice(5));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const most = { requests: 4, milliseconds: 10_000 };

  it('uses the refresh token of the last answer, and counts what comes after the warm-up', async () => {
    const shot = { path: '/token', headers: {}, body: 'refresh_token=$TOKEN', token: 'first' };
    const measured = await run({ origin, shots: [shot], most, warmUp: 2 });
    assert.deepEqual(
      bodies,
      ['first', 't1', 't2', 't3', 't4', 't5'].map((token) => `refresh_token=${token}`),
    );
    assert.equal(measured.requests, 4);
    assert.equal(measured.failures, 0);
    assert.equal(measured.bytesPerAnswer, 22);
  });

  it('counts refusals', async () => {
    const { failures } = await run({ origin, shots: [{ path: '/gone', headers: {} }], most, warmUp: 0 });
    assert.equal(failures, 4);
  });

  it('fails when a server ends the connection', async () => {
    server.removeAllListeners('request').on('request', (request) => request.socket.destroy());
    await assert.rejects(run({ origin, shots: [{ path: '/', headers: {} }], most, warmUp: 0 }));
  });
});

describe('figures of the sandbox bench', () => {
  it('are medians, and the slope of a line', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([1, 2, 10, 4]), 3);
    assert.equal(slope([3, 3, 3]), 0);
    assert.equal(slope([1, 3, 5, 7]), 2);
  });
});
