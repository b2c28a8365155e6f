// Foreign programs on the ports of our sandbox and our redirect listener: nobody is believed who can't prove to be ours.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createPlainServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { browserFlow } from '../../src/extension/auth/sign-in/browser-flow.ts';
import { LoopbackPorts } from '../../src/extension/auth/sign-in/loopback-ports.ts';
import { answerProof, whoListens, type ListenerKind } from '../../src/common/loopback/listener-proof.ts';
import { listenOnLoopback, portOf } from '../../src/common/loopback/loopback-listeners.ts';
import { packageVersion } from '../../src/common/package-version.ts';
import { systemScheduler } from '../../src/common/scheduler.ts';
import { controlUrlAt, probeSandbox } from '../../src/sandbox-client/control-client.ts';
import { ExternalSandbox } from '../../src/sandbox-client/external-sandbox.ts';
import { sharedFiles, SharedSandbox, writePort } from '../../src/sandbox-client/shared-sandbox.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { openRedirects, stagingEnvironment } from '../unit/extension/auth/support.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const { signal } = new AbortController();

/** Ours, at other ports: an impostor may pass questions on to them. */
interface Genuine {
  /** Where a question goes, as far as the query. */
  readonly proofUrls: Readonly<Record<ListenerKind, string>>;
  /** What the sandbox says of itself. */
  readonly overview: { readonly v3?: object };
  close(): Promise<void>;
}

async function openGenuine(): Promise<Genuine> {
  const sandbox = await startSandbox();
  const { controlUrl } = sandbox.addresses;
  const lease = await new LoopbackPorts().open('http://localhost:0/callback', () => 'unknown');
  return {
    proofUrls: {
      sandbox: `${controlUrl}/proof`,
      redirect: new URL('/vehicle-data/proof', lease.redirectUri).href,
    },
    overview: (await (await fetch(`${controlUrl}/?vehicles=0`)).json()) as Genuine['overview'],
    async close() {
      lease.release();
      await sandbox.close();
    },
  };
}

interface Question {
  readonly kind: ListenerKind;
  readonly question: string;
  readonly address: string;
  readonly port: number;
  readonly genuine: Genuine;
  readonly response: ServerResponse;
}

const ofOurs = async ({ kind, question, address, port }: Omit<Question, 'genuine' | 'response'>) =>
  (await answerProof(kind, question, { localAddress: address, localPort: port })).proof ?? assert.fail();
/** At the address that the impostor was asked at. */
const passedOn = async (url: string, question: string, address: string) => {
  const at = url.replace('localhost', address.includes(':') ? `[${address}]` : address);
  return (await fetch(`${at}?question=${question}`, { method: 'POST' })).json();
};
const earlier = 'q'.repeat(43);

/** What an impostor sends who is asked for a proof: an object or a text, unless it sees to that itself. */
const answers: Readonly<Record<string, (asked: Question) => unknown>> = {
  'what a sandbox says of itself': ({ genuine }) => genuine.overview,
  nothing: () => '',
  'what is no JSON': () => 'welcome',
  'no proof': () => ({}),
  'that it has none': () => ({ proof: null }),
  'an empty proof': () => ({ proof: '' }),
  'yes for a proof': () => ({ proof: true }),
  'the question': ({ question }) => ({ proof: question }),
  'a MAC with another secret': ({ question }) => ({
    proof: createHmac('sha256', '').update(question).digest('base64url'),
  }),
  'the proof of ours at another port': ({ kind, question, address, genuine }) =>
    passedOn(genuine.proofUrls[kind], question, address),
  'the proof of ours for something else': ({ kind, question, address, genuine }) =>
    passedOn(genuine.proofUrls[kind === 'sandbox' ? 'redirect' : 'sandbox'], question, address),
  'the way to ours': ({ kind, question, genuine, response }) =>
    void response.writeHead(307, { location: `${genuine.proofUrls[kind]}?question=${question}` }).end(),
  'a proof for something else at its own port': async (asked) => ({
    proof: await ofOurs({ ...asked, kind: asked.kind === 'sandbox' ? 'redirect' : 'sandbox' }),
  }),
  'a proof for another address': async (asked) => ({ proof: await ofOurs({ ...asked, address: '127.0.0.2' }) }),
  'a proof for an earlier question': async (asked) => ({ proof: await ofOurs({ ...asked, question: earlier }) }),
  'a proof that is cut short': async (asked) => ({ proof: (await ofOurs(asked)).slice(1) }),
  'a proof with more to it': async (asked) => ({ proof: `${await ofOurs(asked)}=` }),
  'a proof in a list': async (asked) => ({ proof: [await ofOurs(asked)] }),
  'a proof somewhere else': async (asked) => [{ proof: await ofOurs(asked) }],
  'a page': ({ response }) => void response.setHeader('content-type', 'text/html').end('<h1>It works!</h1>'),
  'the end of the connection': ({ response }) => void response.destroy(),
  'half an answer': ({ response }) => void (response.write('{"proof":'), setImmediate(() => response.destroy())),
};

/** A program that answers everything with 200, and is anything but shy. */
function impostor(genuine: Genuine, answer: (asked: Question) => unknown): RequestListener {
  return (incoming, response) => {
    const { localPort: port = 0, localAddress: address = '' } = incoming.socket;
    const { pathname, searchParams } = new URL(incoming.url ?? '/', `http://localhost:${port}`);
    const question = searchParams.get('question');
    if (question === null) {
      const base = `http://localhost:${port}`;
      const claims = {
        authUrl: base,
        baseUrl: base,
        connectUrl: `${base}/oauth/authorize`,
        controlUrl: `${base}/sandbox`,
        v3: { ...genuine.overview.v3, authUrl: base, baseUrl: base, managementUrl: base },
      };
      return void response.end(JSON.stringify({ ...genuine.overview, ...claims, leases: 0 }));
    }
    const kind = pathname.startsWith('/sandbox') ? 'sandbox' : 'redirect';
    void Promise.resolve(answer({ kind, question, address, port, genuine, response })).then((body) => {
      if (body !== undefined) response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  };
}

const servers: Server[] = [];
async function serve(listener: RequestListener, addresses?: readonly string[], port = 0): Promise<number> {
  const made = await listenOnLoopback(() => createServer(listener), port, addresses);
  servers.push(...made);
  return portOf(made);
}

describe('an impostor', () => {
  let genuine: Genuine;
  let folder: string;
  const windows: SharedSandbox[] = [];
  before(async () => {
    genuine = await openGenuine();
  });
  after(() => genuine.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impostors-'));
  });
  afterEach(async () => {
    for (const each of windows.splice(0)) each.dispose();
    for (const server of servers.splice(0)) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  function openWindow(): SharedSandbox {
    const script = join(import.meta.dirname, '../../src/sandbox/main.ts');
    const options = { script, folder, version: packageVersion, fetch };
    windows.push(new SharedSandbox(options));
    return windows.at(-1) ?? assert.fail();
  }

  const waitAt = (port: number, host = 'localhost') =>
    new LoopbackPorts().open(`http://${host}:${port}/callback`, () => assert.fail('a redirect'), 'state');
  const another = /: Port \d+ of the redirect URI .* is in use by another program/;

  for (const [what, answer] of Object.entries(answers)) {
    it(`that answers ${what} is neither a sandbox nor another window`, async () => {
      const port = await serve(impostor(genuine, answer));
      await writePort(sharedFiles(folder), port);
      assert.equal(await openWindow().find(), undefined);
      const external = new ExternalSandbox(controlUrlAt(port), fetch);
      assert.equal(await external.find(), undefined);
      await assert.rejects(external.addresses(), /is not a sandbox of this user/);
      await assert.rejects(waitAt(port), another);
    });
  }

  it('is what these tests take it for: with a proof it would be believed', async () => {
    const port = await serve(impostor(genuine, async (asked) => ({ proof: await ofOurs(asked) })));
    assert.equal((await probeSandbox(controlUrlAt(port), fetch))?.addresses.baseUrl, `http://localhost:${port}`);
    (await waitAt(port)).release();
  });

  it('that takes the port of a sandbox, and whose process has its ID, is not taken for it', async () => {
    const sandbox = await startSandbox();
    const port = Number(new URL(sandbox.addresses.baseUrl).port);
    await writePort(sharedFiles(folder), port);
    const window = openWindow();
    assert.ok(await window.find());
    await sandbox.close();
    // Of this process, as the sandbox was.
    await serve((_, response) => void response.end('{"leases":1,"proof":null}'), undefined, port);
    // Finds out that the connections to the sandbox are gone.
    await fetch(sandbox.addresses.baseUrl).catch(() => undefined);
    const now = performance.now() + 10_000;
    const clock = mock.method(performance, 'now', () => now);
    try {
      assert.equal(await window.find(), undefined);
    } finally {
      clock.mock.restore();
    }
  });

  it('has its port left to it: the sandbox starts at another', async () => {
    const port = await serve(impostor(genuine, () => ({ proof: null })));
    await writePort(sharedFiles(folder), port);
    const sandbox = openWindow();
    const { baseUrl } = await sandbox.addresses();
    assert.notEqual(baseUrl, `http://localhost:${port}`);
    assert.equal((await fetch(`${baseUrl}/v2.0/vehicles`)).status, 401);
    await sandbox.stop();
  });

  it('is named before the browser opens', async () => {
    const port = await serve(impostor(genuine, () => ''));
    const flow = browserFlow(openRedirects().open, systemScheduler);
    const ui = { copyLink: '', openExternal: () => assert.fail('a browser'), offerLink: () => assert.fail('a link') };
    const environment = { ...stagingEnvironment, redirectUri: `http://localhost:${port}/callback` };
    await assert.rejects(
      flow({
        ...{ environment, versions: ['2.0'], scopes: [], ui, report: () => undefined, signal },
        connected: Promise.resolve(),
      }),
      another,
    );
  });

  for (const [ours, theirs] of hasIpv6
    ? ([
        ['127.0.0.1', '::1'],
        ['::1', '127.0.0.1'],
      ] as const)
    : []) {
    it(`at ${theirs} is found out beside one of ours at ${ours}`, async () => {
      const honest = impostor(genuine, async (asked) => ({ proof: await ofOurs(asked) }));
      const port = await serve(honest, [ours]);
      await serve(
        impostor(genuine, () => ''),
        [theirs],
        port,
      );
      assert.equal(await probeSandbox(controlUrlAt(port), fetch), undefined);
      await assert.rejects(waitAt(port), new RegExp(`by another program at ${theirs}`));
      // A redirect URI that leads to ours alone is another matter.
      (await waitAt(port, ours === '::1' ? '[::1]' : ours)).release();
    });
  }
});

describe('a program that holds up who asks it for a proof', () => {
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const ask = (port: number) => whoListens({ kind: 'sandbox', port, path: '/sandbox/proof', limitMs: 1000 });
  const held: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'never answers': () => undefined,
    'never ends its answer': (response) => void response.write('{"proof":"'),
    'never stops talking': (response) => {
      const talk = (): boolean => !response.destroyed && response.write('x'.repeat(10_000)) && talk();
      response.on('drain', talk);
      talk();
    },
    'keeps saying that it goes on': (response) => {
      const timer = setInterval(() => response.writeProcessing(), 20);
      response.once('close', () => clearInterval(timer));
    },
  };
  for (const [what, answer] of Object.entries(held)) {
    it(`and ${what} is another program`, async () => {
      const port = await serve((_, response) => answer(response), ['127.0.0.1']);
      assert.deepEqual(await ask(port), { ours: [], others: ['127.0.0.1'] });
    });
  }

  it('and speaks no HTTP is another program', async () => {
    const server = createPlainServer((socket) => void socket.on('error', () => undefined).end('220 mail\r\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    assert.deepEqual(await ask(portOf([server])), { ours: [], others: ['127.0.0.1'] });
  });

  it('and is none is nobody', async () => {
    const port = await serve(() => undefined);
    await Promise.all(servers.splice(0).map((server) => once(server.close(), 'close')));
    assert.deepEqual(await ask(port), { ours: [], others: [] });
  });
});

describe('what is asked for a proof', () => {
  let genuine: Genuine;
  before(async () => {
    genuine = await openGenuine();
  });
  after(() => genuine.close());

  const questions = ['', 'short', 'q'.repeat(42), 'q'.repeat(44), `${'q'.repeat(42)}%00`, `${'q'.repeat(42)}%0A`];
  for (const kind of ['sandbox', 'redirect'] as const) {
    it(`proves nothing about other questions (${kind})`, async () => {
      for (const question of questions) {
        const response = await fetch(`${genuine.proofUrls[kind]}?question=${question}`, { method: 'POST' });
        const { proof = null } = (await response.json()) as { proof?: unknown };
        assert.equal(proof, null, question);
      }
      const { proof } = (await passedOn(genuine.proofUrls[kind], earlier, '127.0.0.1')) as { proof?: unknown };
      assert.match(String(proof), /^[\w-]{43}$/);
    });

    it(`answers no GET, which a page can have sent (${kind})`, async () => {
      const response = await fetch(`${genuine.proofUrls[kind]}?question=${earlier}`);
      assert.equal(response.ok, false);
    });
  }

  it('answers no other site and no other host', async () => {
    for (const [kind, headers] of [
      ['sandbox', { origin: 'https://example.test' }],
      ['sandbox', { host: 'example.test' }],
      ['redirect', { host: 'example.test' }],
    ] as const) {
      const sent = request(`${genuine.proofUrls[kind]}?question=${earlier}`, { method: 'POST', headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      assert.ok([403, 421].includes(response.statusCode ?? 0));
    }
  });
});
