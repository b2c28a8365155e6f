import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { askWindows } from '../../../src/mcp/account-tools.ts';
import {
  type AgentAnswer,
  type AgentRequest,
  bodyOf,
  proofHeader,
  proofOf,
  questionHeader,
  signed,
} from '../../../src/mcp/channel/messages.ts';
import { listenForAgents, type WindowListener } from '../../../src/mcp/channel/window-listener.ts';
import { findWindows, pipePrefix, writeWindow } from '../../../src/mcp/channel/window-files.ts';
import { randomSecret } from '../../../src/common/random-secret.ts';
import { freshFolder } from '../../tools/lib/paths.ts';
import { Agent, answerOf, failureOf } from './agent.ts';

const asked: AgentRequest = { client: 'test', call: { kind: 'accounts' } };
const context = { signal: new AbortController().signal, progress: () => undefined };
const said = (id: string): AgentAnswer => ({
  kind: 'accounts',
  accounts: [{ id, environment: 'smartcar', allowed: false }],
});
const idsOf = (answers: readonly AgentAnswer[]) =>
  answers.flatMap((each) => (each.kind === 'accounts' ? each.accounts.map(({ id }) => id) : [each.kind]));

/** The socket of a process that was killed; on Windows, where a pipe ends with its process, nothing. */
function leaveSocket(address: string): void {
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script, address]);
}

/** Proves, as a window does, that it knows the secret. */
function prove(secret: string, received: IncomingMessage, response: ServerResponse): void {
  const proof = proofOf(secret, 'listener', String(received.headers[questionHeader]));
  response.writeHead(200, { [proofHeader]: proof }).flushHeaders();
}

/** Has a window be in use after all others, by the disk's clock, which need not be that of this process. */
function useLater(file: string): void {
  const later = new Date(statSync(file).mtimeMs + 600_000);
  utimesSync(file, later, later);
}

describe('the channel by which agents reach windows', () => {
  let folder: string;
  const open: WindowListener[] = [];
  const servers: Server[] = [];
  beforeEach(async () => {
    folder = join(await freshFolder('agent-channel'), 'windows');
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.dispose();
    for (const each of servers.splice(0)) each.close();
  });

  const at = (name: string) => (process.platform === 'win32' ? pipePrefix + name : join(folder, `${name}.sock`));
  const listen = async (id: string, storage = id, answer = () => Promise.resolve(said(id))) => {
    const listener = await listenForAgents({ folder, storage, answer });
    open.push(listener);
    return listener;
  };
  const fileOf = async (storage: string) =>
    (await findWindows(folder)).find((each) => each.storage === storage)?.file ?? assert.fail(storage);

  it('is in a folder and files of this user alone, and leaves nothing', async () => {
    const listener = await listen('a');
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['a']);
    if (process.platform !== 'win32') {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
        assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
      }
    }
    await listener.dispose();
    open.length = 0;
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(await askWindows(folder, asked, context), []);
  });

  it('asks one window of each VS Code, the one that was in use last first', async () => {
    for (const [id, storage] of [
      ['a', 'code'],
      ['b', 'code'],
      ['c', 'insiders'],
    ] as const) {
      await listen(id, storage);
    }
    const [, second] = (await findWindows(folder)).filter(({ storage }) => storage === 'code');
    useLater(second?.file ?? '');
    const expected = second?.file === (await findWindows(folder))[0]?.file;
    assert.ok(expected);
    const first = idsOf(await askWindows(folder, asked, context));
    assert.equal(first.length, 2);
    assert.equal(first[1], 'c');
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), first);
    assert.deepEqual(idsOf(await askWindows(folder, asked, context, () => true)), first.slice(0, 1));
  });

  it('forgets a window that was killed, and asks the next one', async () => {
    await listen('a');
    const address = at('dead');
    leaveSocket(address);
    const file = await writeWindow(folder, 'dead', { address, secret: randomSecret(), storage: 'dead' });
    useLater(file);
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['a']);
    assert.ok(readdirSync(folder).every((name) => !name.startsWith('dead')));
  });

  it('has the next window forget one that was killed or reloaded, and none that is open', async () => {
    await listen('a');
    const address = at('dead');
    leaveSocket(address);
    for (const id of ['dead', 'deader'])
      await writeWindow(folder, id, { address: at(id), secret: randomSecret(), storage: id });
    await listen('b');
    const storages = (await findWindows(folder)).map(({ storage }) => storage);
    assert.deepEqual(storages.toSorted(), ['a', 'b']);
    assert.ok(readdirSync(folder).every((name) => !name.startsWith('dead')));
  });

  if (process.platform !== 'win32') {
    it('removes the folder of a socket that was killed, where it had one of its own', async () => {
      const temporary = join(folder, '../vehicle-data-abc');
      mkdirSync(temporary, { recursive: true });
      mkdirSync(folder, { mode: 0o700 });
      leaveSocket(join(temporary, 'window.sock'));
      await writeWindow(folder, 'dead', {
        address: join(temporary, 'window.sock'),
        secret: randomSecret(),
        storage: 'd',
      });
      assert.deepEqual(await askWindows(folder, asked, context), []);
      assert.deepEqual(readdirSync(join(folder, '..')), ['windows']);
    });

    it('deletes nothing but sockets, and asks at no address that is none of a window', async () => {
      const mine = join(folder, '../mine');
      mkdirSync(mine, { recursive: true });
      const folders = ['vehicle-data-x', 'other'].map((name) => join(mine, name));
      for (const each of folders) mkdirSync(each);
      const files = ['thesis.txt', 'a.sock', 'vehicle-data-x/window.sock', 'other/window.sock'].map((name) =>
        join(mine, name),
      );
      for (const each of files) writeFileSync(each, 'mine');
      const socket = join(mine, 'ssh-agent.sock');
      leaveSocket(socket);
      const heard: unknown[] = [];
      const other = createServer((connection) => connection.destroy()).on('connection', () => heard.push(1));
      servers.push(other.listen(join(mine, 'live.sock')));
      await once(other, 'listening');
      const addresses = [...files, socket, join(mine, 'live.sock'), 'thesis.txt', '', '/dev/null', mine];
      for (const [index, address] of addresses.entries()) {
        await writeWindow(folder, `window-${index}`, { address, secret: randomSecret(), storage: String(index) });
      }
      // And one that stands where the window's own socket would.
      const own = join(folder, 'own.sock');
      await writeWindow(folder, 'own', { address: own, secret: randomSecret(), storage: 'own' });
      writeFileSync(own, 'mine');
      assert.deepEqual(await askWindows(folder, asked, context), []);
      for (const each of [...files, own]) assert.equal(readFileSync(each, 'utf8'), 'mine', each);
      assert.ok(statSync(socket).isSocket());
      assert.deepEqual(heard, []);
    });

    it('asks a window that knows the folder by another path', async () => {
      const link = join(await freshFolder('agent-channel'), 'link');
      mkdirSync(join(link, '../real/windows'), { recursive: true });
      symlinkSync(join(link, '../real'), link);
      folder = join(link, 'windows');
      await listen('a');
      assert.deepEqual(idsOf(await askWindows(join(link, '../real/windows'), asked, context)), ['a']);
    });
  }

  it('believes nobody who has not the secret, on either side', async () => {
    await listen('real');
    const real = JSON.parse(readFileSync(await fileOf('real'), 'utf8')) as { address: string };
    const sent = request({ socketPath: real.address, method: 'POST' });
    sent.end(JSON.stringify({ question: 'q', text: JSON.stringify(asked), proof: randomSecret() }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await assert.rejects(bodyOf(response, 1));

    // Somebody else took the place of a window: they are told nothing.
    const address = at('other');
    const heard: string[] = [];
    const other = createHttpServer((received, response) => {
      received.on('data', (chunk) => heard.push(String(chunk)));
      prove(randomSecret(), received, response);
    });
    servers.push(other.listen(address));
    await once(other, 'listening');
    await writeWindow(folder, 'other', { address, secret: randomSecret(), storage: 'other' });
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['real']);
    assert.deepEqual(heard, []);
  });

  it('waits once for all windows that hang, also for those that send a header and no list', async () => {
    const hung: unknown[] = [];
    const together = Promise.withResolvers<void>();
    for (let n = 0; n < 6; n++) {
      const address = at(`hung-${n}`);
      const secret = randomSecret();
      await writeWindow(folder, `hung-${n}`, { address, secret, storage: n < 3 ? 'real' : `hung ${n}` });
      const server = createHttpServer((received, response) => {
        if (n % 2 === 0) prove(secret, received, response);
        if (hung.push(response) === 6) together.resolve();
      });
      servers.push(server.listen(address));
      await once(server, 'listening');
    }
    await listen('real');
    const answers = askWindows(folder, asked, context);
    await together.promise;
    assert.deepEqual(idsOf(await answers), ['real']);
  });

  it('reads no file that others may read, and none in a folder that others may change', async () => {
    if (process.platform === 'win32') return;
    await listen('a');
    chmodSync(folder, 0o770);
    assert.deepEqual(await askWindows(folder, asked, context), []);
    chmodSync(folder, 0o700);
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['a']);
    chmodSync(await fileOf('a'), 0o644);
    assert.deepEqual(await askWindows(folder, asked, context), []);
  });

  it('tells the window when the client has given up', async () => {
    const stop = new AbortController();
    const heard = Promise.withResolvers<AbortSignal>();
    const listener = await listenForAgents({
      folder,
      storage: 'a',
      answer: async (_, gone) => {
        heard.resolve(gone);
        await once(gone, 'abort');
        return said('late');
      },
    });
    open.push(listener);
    const answer = askWindows(folder, asked, { ...context, signal: stop.signal });
    const gone = await heard.promise;
    stop.abort();
    await assert.rejects(answer);
    if (!gone.aborted) await once(gone, 'abort');
  });

  it('brings progress before the answer, to those who read it', async () => {
    const reports = [1, 2].map((done) => ({ done, total: 2, message: `${done} read` }));
    const listener = await listenForAgents({
      ...{ folder, storage: 'a' },
      answer: (_, _signal, progress) => {
        reports.forEach(progress);
        return Promise.resolve(said('a'));
      },
    });
    open.push(listener);
    const heard: unknown[] = [];
    const progress = (done: number, total: number, message: string) => heard.push({ done, total, message });
    assert.deepEqual(idsOf(await askWindows(folder, asked, { ...context, progress })), ['a']);
    assert.deepEqual(heard, reports);

    const { address, secret } = (await findWindows(folder))[0] ?? assert.fail();
    const sent = request({ socketPath: address, method: 'POST' });
    sent.end(JSON.stringify(signed(secret, 'request', 'q', JSON.stringify(asked))));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { text } = JSON.parse(await bodyOf(response, 10_000)) as { text: string };
    assert.deepEqual(JSON.parse(text), said('a'));
  });

  it('takes no progress for an answer, and no line without end', async () => {
    const secret = randomSecret();
    const says = async (name: string, lines: (question: string) => string) => {
      const address = at(name);
      const server = createHttpServer((received, response) => {
        prove(secret, received, response);
        void bodyOf(received, 10_000).then((body) => {
          response.end(lines((JSON.parse(body) as { question: string }).question));
        });
      });
      servers.push(server.listen(address));
      await once(server, 'listening');
      await writeWindow(folder, name, { address, secret, storage: name });
    };
    await listen('real');
    await says('progress', (question) =>
      JSON.stringify(signed(secret, 'progress', question, JSON.stringify(said('p')))),
    );
    await says('endless', () => 'x'.repeat(5 * 1024 * 1024));
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['real']);
  });

  it('serves two clients at once, and says that a request of another version is one', async () => {
    let running = 0;
    const both = Promise.withResolvers<void>();
    await listen('a', 'a', async () => {
      if (++running === 2) both.resolve();
      await both.promise;
      return said('a');
    });
    const answers = await Promise.all([askWindows(folder, asked, context), askWindows(folder, asked, context)]);
    assert.deepEqual(answers.map(idsOf), [['a'], ['a']]);
    const odd = { client: 'test', call: { kind: 'later' } } as unknown as AgentRequest;
    const [answer] = await askWindows(folder, odd, context);
    assert.match(JSON.stringify(answer), /another version of the extension/);
  });

  it('is used by the program: accounts are listed and read, and refused with what to do', async () => {
    const agent = new Agent();
    try {
      const listener = await listenForAgents({
        ...{ folder, storage: 'code' },
        answer: ({ call }, _, progress): Promise<AgentAnswer> => {
          progress({ done: 1, total: 1, message: '1 read' });
          if (call.kind === 'accounts') return Promise.resolve(said('one'));
          if (call.account !== 'one') return Promise.resolve({ kind: 'unknown-account' });
          return Promise.resolve({ kind: 'result', result: { vehicles: [], total: 0, asked: call.name } });
        },
      });
      open.push(listener);
      const client = await agent.connect({ VEHICLE_DATA_PROOF_FOLDER: join(folder, '..') });
      const ask = (name: string, args: object = {}) => client.callTool({ name, arguments: { ...args } });
      const accounts = [{ id: 'one', environment: 'smartcar', allowed: false }];
      assert.deepEqual(answerOf(await ask('list_accounts')), { accounts });
      assert.equal(answerOf(await ask('list_vehicles', { account: 'one' })).asked, 'list_vehicles');
      for (const [account, words, more = {}] of [
        ['none.1', /No account has this id\. Call list_accounts/],
        ['', /account/],
        ['x'.repeat(1000), /account/],
        ['one', /Leave out version/, { version: '3' }],
      ] as const) {
        assert.match(failureOf(await ask('list_vehicles', { account, ...more })), words);
      }
      await listener.dispose();
      open.length = 0;
      assert.match(failureOf(await ask('list_accounts')), /No open window of VS Code on this machine has an account/);
      assert.match(failureOf(await ask('list_vehicles', { account: 'one' })), /Have the person open VS Code/);
      assert.equal(answerOf(await ask('sandbox_status')).running, false);
    } finally {
      await agent.close();
    }
  });

  it('works where the name of the folder is too long for a socket', async () => {
    folder = join(await freshFolder('agent-channel'), 'x'.repeat(120), 'windows');
    await listen('a');
    assert.deepEqual(idsOf(await askWindows(folder, asked, context)), ['a']);
  });
});
