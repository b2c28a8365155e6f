// `localhost` is 127.0.0.1 or ::1, and a client may take either: we are at both, or not on that port at all.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type ListenOptions, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mock } from 'node:test';
import { LoopbackPorts } from '../../src/extension/auth/sign-in/loopback-ports.ts';
import { EventListener } from '../../src/extension/webhooks/event-listener.ts';
import {
  listenOnLoopback,
  loopbackAddresses,
  portOf,
  reservedPorts,
} from '../../src/common/loopback/loopback-listeners.ts';
import { callControl } from '../../src/sandbox-client/control-client.ts';
import { freePort } from '../../src/sandbox-client/shared-sandbox.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

/** Not every machine has IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const here = hasIpv6 ? loopbackAddresses : ['127.0.0.1'];
/** Where another program may listen, and the first of our addresses that it thereby has. */
const taken: readonly (readonly [at: string, ours: string])[] = hasIpv6
  ? [
      ['127.0.0.1', '127.0.0.1'],
      ['0.0.0.0', '127.0.0.1'],
      ['::1', '::1'],
      ['::', '127.0.0.1'],
    ]
  : [['127.0.0.1', '127.0.0.1']];

interface Opened {
  readonly port: number;
  readonly path: string;
  close(): unknown;
}

const openers: Readonly<Record<string, (port: number) => Promise<Opened>>> = {
  'the sandbox': async (wanted) => {
    const sandbox = await startSandbox({ port: wanted });
    return { port: Number(new URL(sandbox.addresses.baseUrl).port), path: '/sandbox', close: () => sandbox.close() };
  },
  'the redirect listener': async (wanted) => {
    const page = { tone: 'success', title: 'Done', text: '' } as const;
    const uri = `http://localhost:${wanted}/callback`;
    const lease = await new LoopbackPorts().open(uri, () => ({ isTaken: true, page }));
    return { port: Number(new URL(lease.redirectUri).port), path: '/callback', close: () => lease.release() };
  },
};

/** @param port default: one that nobody has at another of our addresses either */
async function listen(host: string, port?: number): Promise<Server> {
  port ??= await freePort();
  // Who listens is asked before it is said that another program does.
  const server = createServer((socket) => socket.destroy()).listen({ host, port, exclusive: true });
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  await once(server.close(), 'close');
}

for (const [what, open] of Object.entries(openers)) {
  describe(`${what} on localhost`, () => {
    for (const host of here) {
      for (const port of ['a free port', 'a given port']) {
        it(`answers at ${host} on ${port}`, async () => {
          const opened = await open(port === 'a free port' ? 0 : await freePort());
          const headers = { host: `localhost:${opened.port}` };
          const sent = get({ host, port: opened.port, path: opened.path, headers, agent: false });
          const [response] = (await once(sent, 'response')) as [IncomingMessage];
          response.resume();
          assert.equal(response.statusCode, 200);
          await opened.close();
        });
      }
    }

    for (const [at, ours] of taken) {
      it(`does not share a port with a program at ${at}, and says where that one is`, async () => {
        const other = await listen(at);
        const port = portOf([other]);
        await assert.rejects(open(port), (error: Error) => {
          assert.match(error.message, new RegExp(`Port ${port}.* in use.* at ${ours.replaceAll('.', '\\.')}\\.`));
          return true;
        });
        await close(other);
        // It keeps none of the addresses that it could have had.
        const again = await open(port);
        assert.equal(again.port, port);
        await again.close();
      });
    }
  });
}

const listenOfNode = Reflect.get(Server.prototype, 'listen') as (this: Server, options: ListenOptions) => Server;

describe('a port that Windows keeps for itself', () => {
  afterEach(() => mock.restoreAll());
  /** Listening at these ports ends as it does on Windows. */
  const reserve = (isReserved: (port: number) => boolean) => {
    mock.method(Server.prototype, 'listen', function (this: Server, options: ListenOptions) {
      if (!isReserved(options.port ?? 0)) return listenOfNode.call(this, options);
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
      return this;
    });
  };

  for (const [what, open] of Object.entries(openers)) {
    it(`is not one of ${what}, which says how to see such ports`, async () => {
      const port = await freePort();
      reserve((wanted) => wanted === port);
      await assert.rejects(open(port), (error: Error & { nextStep?: string }) =>
        `${error.message} ${error.nextStep}`.includes(reservedPorts),
      );
    });
  }

  it('is another one where any port will do', async () => {
    let left = 3;
    reserve(() => left-- > 0);
    const servers = await listenOnLoopback(() => createServer(), 0);
    assert.equal(servers.length, here.length);
    await Promise.all(servers.map(close));
  });

  it('is another one of the window that receives events', async () => {
    reserve((port) => port === 3000);
    const listener = await EventListener.open('', [{ name: 'token', value: '', role: 'token' }]);
    assert.notEqual(new URL(listener.url).port, '3000');
    listener.dispose();
  });
});

describe('a port of a program at every address of a machine', () => {
  afterEach(() => mock.restoreAll());
  it('is not shared, though Windows and macOS would allow it', async () => {
    // Linux allows it to those who ask.
    mock.method(Server.prototype, 'listen', function (this: Server, options: ListenOptions) {
      return listenOfNode.call(this, { ...options, reusePort: process.platform === 'linux' });
    });
    const other = await listen('0.0.0.0');
    const listening = listenOnLoopback(() => createServer(), portOf([other]));
    await assert.rejects(listening, { code: 'EADDRINUSE', address: '127.0.0.1' });
    await close(other);
  });
});

describe('a free port', () => {
  it('is free at every address', async () => {
    const port = await freePort();
    for (const host of here) await close(await listen(host, port));
  });

  for (const address of here.slice(1)) {
    it(`is another one where a program takes it at ${address}`, async () => {
      const taken: number[] = [];
      const others: Promise<Server | undefined>[] = [];
      const create = () => {
        const server = createServer();
        // Once the first address is had, the port is known. Whoever has it at the other already will do.
        if (others.length < 3)
          server.once('listening', () => {
            const port = portOf([server]);
            taken.push(port);
            others.push(listen(address, port).catch(() => undefined));
          });
        return server;
      };
      const servers = await listenOnLoopback(create, 0);
      const listening = (await Promise.all(others)).filter((other) => other !== undefined);
      assert.equal(servers.length, here.length);
      assert.ok(taken.length > 0 && !taken.includes(portOf(servers)));
      await Promise.all([...servers, ...listening].map(close));
    });
  }

  it('is had on a machine that lacks one of the addresses', async () => {
    // Of a network for documentation: no machine has it.
    for (const addresses of [
      ['127.0.0.1', '2001:db8::1'],
      ['192.0.2.1', '127.0.0.1'],
    ]) {
      const servers = await listenOnLoopback(() => createServer(), 0, addresses);
      assert.equal(servers.length, 1);
      await Promise.all(servers.map(close));
    }
    await assert.rejects(
      listenOnLoopback(() => createServer(), 0, ['192.0.2.1']),
      { code: 'EADDRNOTAVAIL' },
    );
  });
});

describe('a sandbox that is gone', () => {
  it('is said not to respond where it was really looked for', async () => {
    const port = await freePort();
    await assert.rejects(callControl(fetch, `http://127.0.0.1:${port}/sandbox`, 'readClock', {}), (error: Error) => {
      assert.match(error.message, new RegExp(`does not respond \\(tried 127\\.0\\.0\\.1:${port}\\)`));
      return true;
    });
    await assert.rejects(callControl(fetch, `http://localhost:${port}/sandbox`, 'readClock', {}), (error: Error) => {
      assert.match(error.message, new RegExp(`\\(tried (?:(?:127\\.0\\.0\\.1|\\[::1\\]):${port}(?:, )?)+\\)`));
      return true;
    });
  });
});
