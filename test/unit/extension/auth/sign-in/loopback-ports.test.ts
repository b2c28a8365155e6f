import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { LoopbackPorts, type PortLease } from '../../../../../src/extension/auth/sign-in/loopback-ports.ts';
import type { RedirectResult, ResultPage } from '../../../../../src/extension/auth/sign-in/result-page.ts';
import { assertNoSecretSeen, canary, drain, failureOf, FakeTime } from '../support.ts';

const page: ResultPage = { tone: 'success', title: 'Done & "done"', text: '<b>Go back</b>' };

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('loopback ports', () => {
  let time: FakeTime;
  let ports: LoopbackPorts;
  let leases: PortLease[];
  let received: URL[];
  /** What becomes of a redirect. */
  let reception: RedirectResult;

  beforeEach(() => {
    time = new FakeTime();
    ports = new LoopbackPorts(time);
    leases = [];
    received = [];
    reception = { isTaken: true, page };
  });
  afterEach(async () => {
    for (const lease of leases) lease.release();
    await drain();
    await time.advance(60_000);
    assertNoSecretSeen();
  });

  async function open(uri = 'http://localhost:0/callback'): Promise<PortLease> {
    const lease = await ports.open(uri, (url) => {
      received.push(url);
      return reception;
    });
    leases.push(lease);
    return lease;
  }

  const portOf = ({ redirectUri }: PortLease) => new URL(redirectUri).port;

  async function get(
    of: PortLease,
    path: string,
    options: { method?: string; host?: string; hostHeader?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const { method = 'GET', host = '127.0.0.1', hostHeader = `localhost:${portOf(of)}` } = options;
    const headers = { ...options.headers, host: hostHeader };
    const sent = request({ host, port: portOf(of), path, method, headers, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  const shown = ({ status, body }: Reply) => ({ status, body });
  const shownAgain = async (of: PortLease, query: string) => shown(await get(of, `/callback?${query}`));

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

  it('hands on the whole address and shows a page that says nothing of it', async () => {
    const opened = await open();
    const { status, headers, body } = await get(opened, `/callback?code=${canary}&state=s%2Bt`);
    assert.equal(status, 200);
    assert.deepEqual(
      received.map(({ href }) => href),
      [`${opened.redirectUri}?code=${canary}&state=s%2Bt`],
    );
    assert.equal(body.includes(canary), false);
    assert.equal(body.includes('<script'), false);
    assert.match(body, /Done &amp; &quot;done&quot;/);
    assert.match(body, /&lt;b&gt;Go back/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
  });

  it('is one port for all waits at a fixed redirect URI, until the last of them ends', async () => {
    const free = await open();
    free.release();
    const [first, second] = await Promise.all([open(free.redirectUri), open(free.redirectUri)]);
    first.release();
    first.release();
    assert.equal((await get(second, '/callback')).status, 200);
    second.release();
    await drain();
    await time.advance(30_000);
    assert.equal(await isPortFree(Number(portOf(free))), true);
    const again = await open(free.redirectUri);
    assert.equal((await get(again, '/callback')).status, 200);
  });

  it('frees its port when it is released and no browser came', async () => {
    const unused = await open();
    await get(unused, '/favicon.ico', { headers: { purpose: 'prefetch' } });
    unused.release();
    await drain();
    assert.equal(await isPortFree(Number(portOf(unused))), true);
  });

  describe('after a redirect was used', () => {
    it('show its page again, to a second visit and to a reload, for half a minute after the wait', async () => {
      const used = await open();
      const first = await get(used, `/callback?code=${canary}&state=a`);
      reception = { isTaken: true, page: { ...page, title: 'Another' } };
      assert.deepEqual(await shownAgain(used, `code=${canary}&state=a`), shown(first));
      used.release();
      await time.advance(29_999);
      assert.deepEqual(await shownAgain(used, `code=${canary}&state=a`), shown(first));
      // What else comes with that state has nothing new to say.
      assert.deepEqual(await shownAgain(used, 'error=access_denied&state=a'), shown(first));
      assert.equal(received.length, 1);
      await time.advance(1);
      assert.equal(await isPortFree(Number(portOf(used))), true);
    });

    it('do not show again what was not used: it may be somebody’s by now', async () => {
      const opened = await open();
      reception = { isTaken: false, page };
      assert.equal((await get(opened, '/callback?state=a')).status, 400);
      reception = { isTaken: true, page };
      assert.equal((await get(opened, '/callback?state=a')).status, 200);
    });

    it('give way to another window that waits for a redirect without a state', async () => {
      const fixed = await open();
      await get(fixed, '/callback?state=a');
      const other = new LoopbackPorts(time);
      const receive = () => reception;
      const busy = await failureOf(other.open(fixed.redirectUri, receive));
      assert.match(busy.message, /in use by another program/);
      fixed.release();
      await drain();
      const again = await open(fixed.redirectUri);
      assert.match((await failureOf(other.open(fixed.redirectUri, receive))).message, /in use by another program/);
      again.release();
      await drain();
      const lease = await other.open(fixed.redirectUri, receive);
      leases.push(lease);
      assert.equal((await get(lease, '/callback?selected=1')).status, 200);
      assert.equal(received.length, 1);
    });
  });

  describe('a request that comes ahead of a person', () => {
    const ahead: Record<string, Record<string, string>> = {
      'a prefetch': { 'sec-purpose': 'prefetch' },
      'a prefetch of an older browser': { purpose: 'prefetch' },
      'a preview of a browser': { 'x-purpose': 'preview' },
      'a prefetch of an older Firefox': { 'x-moz': 'prefetch' },
    };
    const previewers = [
      'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      'WhatsApp/2.23.20.0',
      'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    ];
    for (const agent of previewers) ahead[`a preview by ${agent}`] = { 'user-agent': agent };
    for (const [what, headers] of Object.entries(ahead)) {
      it(`is answered without being used: ${what}`, async () => {
        const opened = await open();
        const { status, body, headers: answered } = await get(opened, `/callback?code=${canary}&state=a`, { headers });
        assert.deepEqual([status, answered['cache-control'], received.length], [503, 'no-store', 0]);
        assert.match(body, /Reload this page/);
        assert.equal(body.includes(canary), false);
        assert.equal((await get(opened, `/callback?code=${canary}&state=a`)).status, 200);
        assert.equal(received.length, 1);
      });
    }

    const people = [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Mozilla/5.0 (Linux; Android 13; CUBOT KINGKONG) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
      '',
    ];
    for (const agent of people) {
      it(`is not what a person's browser sends: ${agent}`, async () => {
        assert.equal((await get(await open(), '/callback', { headers: { 'user-agent': agent } })).status, 200);
      });
    }
  });

  it('keeps a fixed redirect URI to the letter', async () => {
    const unused = await open();
    const port = portOf(unused);
    unused.release();
    const uri = `http://LOCALHOST:${port}/callback`;
    assert.equal((await open(uri)).redirectUri, uri);
  });

  for (const uri of ['https://localhost:1/callback', 'http://example.test:1/callback', 'sc123://x', 'nonsense', '']) {
    it(`listens on no redirect URI that leads elsewhere: "${uri}"`, async () => {
      const error = await failureOf(open(uri));
      assert.equal(error.turn, 'developer');
    });
  }
});
