// Names under which a page elsewhere could reach this machine (DNS rebinding): only those of this machine are answered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { LoopbackPorts } from '../../src/extension/auth/sign-in/loopback-ports.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

/** `PORT` stands for the port that is listened on. */
const foreign = [
  '127.0.0.1.',
  '127.0.0.1.:PORT',
  'localhost.',
  'localhost.:PORT',
  'localhost..:PORT',
  'LOCALHOST.:PORT',
  '127.1:PORT',
  '127.0.1:PORT',
  '2130706433:PORT',
  '0x7f000001:PORT',
  '0x7f.0.0.1:PORT',
  '0177.0.0.1:PORT',
  '127.0.0.01:PORT',
  '127.0.0.2:PORT',
  '127.0.0.1.example.test:PORT',
  'localhost.example.test:PORT',
  'example.test:PORT',
  'user@localhost:PORT',
  'localhost@example.test:PORT',
  'localhost:PORT@example.test',
  'localhost:PORT:PORT',
  'localhost:',
  'localhost:99999',
  'localhost:+80',
  'localhost:PORT/',
  'localhost:PORT#',
  'localhost:PORT?',
  'localhost:PORT\\',
  'localhost%2e:PORT',
  'localhost,example.test',
  'localhost example.test',
  '127.0.0.1%00.example.test',
  '１２７.0.0.1:PORT',
  'ⓛocalhost:PORT',
  '0.0.0.0:PORT',
  '[::]:PORT',
  '[::1].:PORT',
  '[::1%25lo]:PORT',
  '[0:0:0:0:0:0:0:1]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '[::ffff:7f00:1]:PORT',
  '::1',
  '',
];
const own = ['localhost:PORT', '127.0.0.1:PORT', '[::1]:PORT'];

/** Beside what a browser's address bar can hold: the target as a proxy is sent it. */
const foreignTargets = ['http://example.test', 'http://127.0.0.1.', 'http://localhost.', 'https://example.test:PORT'];

async function statusOf(port: number, host: string, target: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const filled = (word: string) => word.replaceAll('PORT', String(port));
  socket.write(`GET ${filled(target)} HTTP/1.1\r\nHost: ${filled(host)}\r\nConnection: close\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

interface Listener {
  readonly port: number;
  readonly path: string;
  close(): unknown;
}

const listeners: Readonly<Record<string, () => Promise<Listener>>> = {
  'the sandbox': async () => {
    const sandbox = await startSandbox();
    return { port: Number(new URL(sandbox.addresses.baseUrl).port), path: '/sandbox', close: () => sandbox.close() };
  },
  'the redirect listener': async () => {
    const page = { tone: 'success', title: 'Done', text: '' } as const;
    const lease = await new LoopbackPorts().open('http://localhost:0/callback', () => ({
      isTaken: true,
      page,
    }));
    return { port: Number(new URL(lease.redirectUri).port), path: '/callback', close: () => lease.release() };
  },
};

for (const [what, open] of Object.entries(listeners)) {
  describe(`${what}, under another name,`, () => {
    let listener: Listener;
    before(async () => (listener = await open()));
    after(() => listener.close());

    for (const host of foreign) {
      it(`refuses Host: ${host}`, async () => {
        const status = await statusOf(listener.port, host, listener.path);
        assert.ok([400, 403, 421].includes(status), String(status));
      });
    }

    for (const target of foreignTargets) {
      it(`refuses the target ${target}`, async () => {
        const status = await statusOf(listener.port, 'localhost:PORT', `${target}${listener.path}`);
        assert.ok([400, 403, 404].includes(status), String(status));
      });
    }

    for (const host of own) {
      it(`answers ${host}`, async () => {
        assert.equal(await statusOf(listener.port, host, listener.path), 200);
      });
    }
  });
}

it('a sandbox that containers reach answers to that name alone, and says so in JSON to programs', async () => {
  const sandbox = await startSandbox({ hosts: ['host.docker.internal'] });
  try {
    const port = Number(new URL(sandbox.addresses.baseUrl).port);
    for (const [host, expected] of [
      ['host.docker.internal:PORT', 200],
      ['Host.Docker.Internal', 200],
      ['host.docker.internal.example.test:PORT', 403],
      ['gateway.docker.internal:PORT', 403],
    ] as const) {
      assert.equal(await statusOf(port, host, '/sandbox'), expected, host);
    }
    const headers = { Origin: 'https://example.test', Accept: 'application/json' };
    const refused = await fetch(`http://localhost:${port}/sandbox/reset`, { method: 'POST', headers });
    assert.deepEqual(await refused.json(), {
      error: 'Requests from other sites are refused.',
      nextStep: 'Start again from your application.',
    });
  } finally {
    await sandbox.close();
  }
});
