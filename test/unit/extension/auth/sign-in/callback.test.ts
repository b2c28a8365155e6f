import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  browserFlow,
  type FlowResult,
  type SignInFlow,
} from '../../../../../src/extension/auth/sign-in/browser-flow.ts';
import { loopbackAddresses } from '../../../../../src/common/loopback/loopback-listeners.ts';
import { askForRelay } from '../../../../../src/extension/auth/sign-in/redirect-relay.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  FakeTime,
  failureOf,
  openRedirects,
  registeredUri,
  stagingEnvironment,
} from '../support.ts';

/** A sign-in that waits for the browser, on real ports. */
interface WaitingSignIn {
  readonly connect: URL;
  readonly redirectUri: string;
  readonly state: string;
  readonly outcome: Promise<FlowResult>;
}

interface Visit {
  readonly method?: string;
  /** The Host header. */
  readonly host?: string;
  /** In place of the redirect URI's. */
  readonly path?: string;
}

describe('what comes to the redirect URI', () => {
  let flow: SignInFlow;
  let time: FakeTime;
  let connected: Promise<unknown>;
  let stop: AbortController;

  beforeEach(() => {
    time = new FakeTime();
    connected = Promise.resolve();
    flow = browserFlow(openRedirects().open, time);
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await drain();
    assertNoSecretSeen();
  });

  async function begin(redirectUri = 'http://localhost:0/callback', signal = stop.signal): Promise<WaitingSignIn> {
    const opened = Promise.withResolvers<URL>();
    const environment = { ...stagingEnvironment, redirectUri };
    const ui = {
      copyLink: 'command:copy',
      openExternal: (url: string) => Promise.resolve(opened.resolve(new URL(url))).then(() => true),
      offerLink: () => assert.fail('a browser opened'),
    };
    const asked = {
      environment,
      versions: ['2.0'] as const,
      scopes: [],
      ui,
      report: () => undefined,
      signal,
      connected,
    };
    const outcome = flow(asked);
    outcome.catch(() => undefined);
    const connect = await Promise.race([opened.promise, outcome.then(() => assert.fail('it did not wait'))]);
    const [actual, state] = [connect.searchParams.get('redirect_uri'), connect.searchParams.get('state')];
    assert.ok(actual && state);
    return { connect, redirectUri: actual, state, outcome };
  }

  async function visit({ redirectUri }: WaitingSignIn, query: string, { method = 'GET', host, path }: Visit = {}) {
    const url = new URL(redirectUri);
    const target = { host: '127.0.0.1', port: url.port, path: `${path ?? url.pathname}?${query}`, method };
    const sent = request({ ...target, headers: { host: host ?? url.host }, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, page: await text(response) };
  }

  const codeOf = async ({ outcome }: WaitingSignIn) => {
    return (await outcome).grant?.code ?? assert.fail('no code');
  };

  /** What must not have ended the wait: afterwards the right redirect still does. */
  async function goesOn(signIn: WaitingSignIn): Promise<void> {
    assert.equal((await visit(signIn, `code=right&state=${signIn.state}`)).status, 200);
    assert.equal(await codeOf(signIn), 'right');
  }

  const strayQueries: Record<string, (state: string) => string> = {
    'a wrong state': () => `code=${canary}&state=wrong`,
    'a state that is cut short': (state) => `code=${canary}&state=${state.slice(1)}`,
    'no state': () => `code=${canary}`,
    'an empty state': () => `code=${canary}&state=`,
    'the state twice': (state) => `code=${canary}&state=${state}&state=${state}`,
    'the right state behind a wrong one': (state) => `code=${canary}&state=wrong&state=${state}`,
    'the code twice': (state) => `code=${canary}&code=${canary}&state=${state}`,
    'a refusal that is not of this sign-in': () => 'error=access_denied&state=wrong',
    'nothing at all': () => '',
  };
  for (const [what, query] of Object.entries(strayQueries)) {
    it(`${what} is ignored with a page that says so, and the wait goes on`, async () => {
      const signIn = await begin();
      const { status, page } = await visit(signIn, query(signIn.state));
      assert.equal(status, 400);
      assert.match(page, /another sign-in/);
      assert.equal(page.includes(canary), false);
      await goesOn(signIn);
    });
  }

  const strayVisits: Record<string, Visit & { status: number }> = {
    'another path': { path: '/elsewhere', status: 404 },
    'the path with a slash behind': { path: '/callback/', status: 404 },
    'the path in capitals': { path: '/Callback', status: 404 },
    'the browser’s request for an icon': { path: '/favicon.ico', status: 404 },
    'another Host': { host: 'evil.test', status: 421 },
    'a Host of this machine with another port': { host: 'localhost:1', status: 421 },
    'a POST': { method: 'POST', status: 405 },
    'a HEAD, as link checkers send': { method: 'HEAD', status: 405 },
  };
  for (const [what, { status, ...how }] of Object.entries(strayVisits)) {
    it(`${what} is refused even with the right state, and the wait goes on`, async () => {
      const signIn = await begin();
      assert.equal((await visit(signIn, `code=${canary}&state=${signIn.state}`, how)).status, status);
      await goesOn(signIn);
    });
  }

  it('a refusal by the owner ends the wait and says so in the browser', async () => {
    const signIn = await begin();
    const { status, page } = await visit(signIn, `error=access_denied&state=${signIn.state}`);
    assert.equal(status, 200);
    assert.match(page, /Not connected/);
    const error: ServiceError = await failureOf(signIn.outcome);
    assert.equal(error.type, 'access_denied');
  });

  const outcomes: [what: string, outcome: () => Promise<unknown>, page: RegExp][] = [
    ['that it was granted', () => Promise.resolve(), /<h1>Access granted<\/h1>/],
    ['so after ten seconds without tokens, too', () => new Promise(() => undefined), /<h1>Access granted<\/h1>/],
    [
      'why the sign-in failed afterwards',
      () =>
        Promise.reject(
          new ServiceError('The <secret> is wrong.', {
            kind: 'oauth',
            turn: 'developer',
            nextStep: 'Set it.',
            sent: true,
          }),
        ),
      /Not connected[^]*Access was granted, but the sign-in failed: The &lt;secret&gt; is wrong\. Set it\./,
    ],
  ];
  for (const [what, outcome, expected] of outcomes) {
    it(`a granted code is answered with a page that says ${what}, the second time as well`, async () => {
      connected = outcome();
      connected.catch(() => undefined);
      const signIn = await begin();
      const seen = [visit(signIn, `code=one&state=${signIn.state}`)];
      assert.equal(await codeOf(signIn), 'one');
      seen.push(visit(signIn, `code=one&state=${signIn.state}`));
      await time.advance(10_000);
      for (const { status, page } of await Promise.all(seen)) {
        assert.equal(status, 200);
        assert.match(page, expected);
      }
    });
  }

  it('a late arrival finds a closed port', async () => {
    const signIn = await begin();
    stop.abort();
    assert.equal((await failureOf(signIn.outcome)).kind, 'cancelled');
    await assert.rejects(visit(signIn, `code=${canary}&state=${signIn.state}`), { code: 'ECONNREFUSED' });
  });

  it('a late arrival does not end a sign-in that was started since', async () => {
    const gone = new AbortController();
    const late = await begin(await registeredUri(), gone.signal);
    const next = await begin(late.redirectUri);
    gone.abort();
    await failureOf(late.outcome);
    const { status, page } = await visit(next, `code=${canary}&state=${late.state}`);
    assert.equal(status, 400);
    assert.match(page, /another sign-in/);
    await goesOn(next);
  });

  it('cancelling one of two sign-ins leaves the other its port', async () => {
    const gone = new AbortController();
    const first = await begin(await registeredUri(), gone.signal);
    const second = await begin(first.redirectUri);
    gone.abort();
    await failureOf(first.outcome);
    await goesOn(second);
  });
});

describe('sign-ins of two windows at one registered port', () => {
  const open: { dispose(): void }[] = [];
  afterEach(() => {
    for (const each of open.splice(0)) each.dispose();
    assertNoSecretSeen();
  });

  /** Each window has a redirects of its own, so to the others its port is taken. */
  async function begin(redirectUri: string, state: string) {
    const page = { tone: 'success', title: 'Own window', text: '' } as const;
    const judge = (url: URL) => ({ isTaken: url.searchParams.get('state') === state, page });
    const listener = await openRedirects().open(redirectUri, judge, state);
    open.push(listener);
    const came = listener.next(new AbortController().signal);
    const visit = () => fetch(`${redirectUri}?code=${canary}-${state}&state=${state}`);
    return { listener, visit, code: came.then((url) => url.searchParams.get('code')) };
  }

  it('each get their own redirect, through the window that has the port', async () => {
    const uri = await registeredUri();
    const [first, second, third] = [await begin(uri, 'a'), await begin(uri, 'b'), await begin(uri, 'c')];
    for (const [signIn, state] of [
      [third, 'c'],
      [first, 'a'],
      [second, 'b'],
    ] as const) {
      const response = await signIn.visit();
      assert.equal(response.status, 200);
      const shown = await response.text();
      assert.equal(shown.includes(canary), false);
      assert.equal(await signIn.code, `${canary}-${state}`);
      assert.equal(await (await signIn.visit()).text(), shown, 'a reload');
    }
  });

  it('go on where the window that had the port is done', async () => {
    const uri = await registeredUri();
    const [first, second, third] = [await begin(uri, 'a'), await begin(uri, 'b'), await begin(uri, 'c')];
    first.listener.dispose();
    for (const [signIn, state] of [
      [second, 'b'],
      [third, 'c'],
    ] as const) {
      // Until one of them has the port, nothing answers there.
      while (
        !(await signIn.visit().then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await drain();
      assert.equal(await signIn.code, `${canary}-${state}`);
    }
  });

  it('tell nobody of a redirect who does not know its state', async () => {
    const uri = await registeredUri();
    const owner = await begin(uri, 'a');
    const { port, pathname } = new URL(uri);
    const stop = new AbortController();
    const target = { addresses: loopbackAddresses, port: Number(port), pathname };
    const stranger = await askForRelay(target, 'guessed', stop.signal);
    let heard = 'nothing';
    assert.ok('search' in stranger);
    stranger.search.then(
      (search) => (heard = search),
      () => undefined,
    );
    await owner.visit();
    assert.equal(await owner.code, `${canary}-a`);
    owner.listener.dispose();
    await drain();
    assert.equal(heard, 'nothing');
    stop.abort();
  });
});
