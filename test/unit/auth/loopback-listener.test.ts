import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { openLoopbackListener } from '../../../src/auth/loopback-listener.ts';
import type { RedirectListener, ResultPage } from '../../../src/auth/redirect-listener.ts';
import { assertNoSecretSeen, canary, failureOf, l10n } from './support.ts';

const page: ResultPage = { tone: 'success', title: 'Done & "done"', text: '<b>Go back</b>' };

/** Not every machine has IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('loopback listener', () => {
  let listener: RedirectListener | undefined;
  afterEach(() => {
    listener?.dispose();
    assertNoSecretSeen();
  });

  async function open(
    uri = 'http://localhost:0/callback',
    isTaken: (url: URL) => boolean = () => true,
  ): Promise<RedirectListener> {
    listener = await openLoopbackListener(uri, (url) => ({ isTaken: isTaken(url), page }), l10n);
    return listener;
  }

  const portOf = ({ redirectUri }: RedirectListener) => new URL(redirectUri).port;

  async function get(
    of: RedirectListener,
    path: string,
    options: { method?: string; host?: string; hostHeader?: string } = {},
  ): Promise<Reply> {
    const { method = 'GET', host = '127.0.0.1', hostHeader = `localhost:${portOf(of)}` } = options;
    const sent = request({ host, port: portOf(of), path, method, headers: { host: hostHeader }, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  const never = new AbortController().signal;

  async function isPortFree(port: number): Promise<boolean> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      return false;
    }
    server.close();
    return true;
  }

  it('chooses a free port for port 0, and puts it into the redirect URI', async () => {
    const { redirectUri } = await open('http://localhost:0/deep/callback');
    assert.match(redirectUri, /^http:\/\/localhost:[1-9]\d*\/deep\/callback$/);
  });

  it('hands out the whole address and shows a page that says nothing of it', async () => {
    const opened = await open();
    const returned = opened.next(never);
    const { status, headers, body } = await get(opened, `/callback?code=${canary}&state=s%2Bt`);
    assert.equal(status, 200);
    const url = await returned;
    assert.equal(url.href, `${opened.redirectUri}?code=${canary}&state=s%2Bt`);
    assert.equal(body.includes(canary), false);
    assert.equal(body.includes('<script'), false);
    assert.match(body, /Done &#38; &#34;done&#34;/);
    assert.match(body, /&#60;b&#62;Go back/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
  });

  it('answers once', async () => {
    const opened = await open();
    await get(opened, '/callback?code=1');
    assert.equal((await get(opened, '/callback?code=2')).status, 410);
    assert.equal((await opened.next(never)).search, '?code=1');
  });

  it('goes on waiting where the redirect is not taken, and counts it', async () => {
    const opened = await open(undefined, (url) => url.searchParams.get('state') === 'right');
    assert.equal((await get(opened, '/callback?state=wrong')).status, 400);
    assert.equal((await get(opened, '/callback')).status, 400);
    assert.equal(opened.ignored, 2);
    await get(opened, '/callback?state=right');
    assert.equal((await opened.next(never)).search, '?state=right');
  });

  it('takes nothing but GET on the exact path', async () => {
    const opened = await open();
    for (const path of ['/favicon.ico', '/', '/callback/', '/callback/x', '//evil.test/callback', '/Callback']) {
      assert.equal((await get(opened, path)).status, 404, path);
    }
    const post = await get(opened, '/callback?code=1', { method: 'POST' });
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET']);
    assert.equal((await get(opened, '/callback?code=1', { method: 'HEAD' })).status, 405);
    assert.equal(opened.ignored, 0);
  });

  it('refuses a Host that is not this machine', async () => {
    const opened = await open();
    for (const hostHeader of [`evil.test:${portOf(opened)}`, 'localhost', 'localhost:1']) {
      assert.equal((await get(opened, '/callback?code=1', { hostHeader })).status, 421, hostHeader);
    }
    assert.equal((await get(opened, '/callback?code=1', { hostHeader: `127.0.0.1:${portOf(opened)}` })).status, 200);
  });

  for (const host of addresses) {
    it(`is reached under ${host}, for which a browser may take localhost`, async () => {
      const opened = await open(undefined, () => false);
      assert.equal((await get(opened, '/callback', { host })).status, 400);
    });
  }

  it('frees its port when it is disposed, whether the browser came or not', async () => {
    const unused = await open();
    unused.dispose();
    assert.equal(await isPortFree(Number(portOf(unused))), true);
    const used = await open();
    await get(used, '/callback?code=1');
    used.dispose();
    assert.equal(await isPortFree(Number(portOf(used))), true);
  });

  it('stops waiting with the reason of the signal', async () => {
    const opened = await open();
    const stop = new AbortController();
    const waiting = opened.next(stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    await assert.rejects(opened.next(stop.signal), /enough/);
  });

  it('keeps a fixed redirect URI to the letter', async () => {
    const unused = await open();
    const port = portOf(unused);
    unused.dispose();
    const uri = `http://LOCALHOST:${port}/callback`;
    assert.equal((await open(uri)).redirectUri, uri);
  });

  for (const address of addresses) {
    it(`names the port that another program has on ${address}`, async () => {
      const other = createServer().listen(0, address);
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const error = await failureOf(open(`http://localhost:${port}/callback`)).finally(() => other.close());
      assert.equal(error.kind, 'input');
      assert.equal(error.sent, false);
      assert.match(error.message, new RegExp(`Port ${port}, .* is used by another program`));
      assert.match(error.nextStep, /redirect URI/);
      if (address === '::1') assert.equal(await isPortFree(port), true);
    });
  }

  for (const uri of ['https://localhost:1/callback', 'http://example.test:1/callback', 'sc123://x', 'nonsense', '']) {
    it(`listens on no redirect URI that leads elsewhere: "${uri}"`, async () => {
      const error = await failureOf(open(uri));
      assert.equal(error.turn, 'developer');
    });
  }
});
