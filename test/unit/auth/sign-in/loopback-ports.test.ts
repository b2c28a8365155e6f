import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { LoopbackPorts, type PortLease } from '../../../../src/auth/sign-in/loopback-ports.ts';
import type { RedirectResult, ResultPage } from '../../../../src/auth/sign-in/redirect-listener.ts';
import { assertNoSecretSeen, canary, failureOf } from '../support.ts';

const page: ResultPage = { tone: 'success', title: 'Done & "done"', text: '<b>Go back</b>' };

/** Not every machine has IPv6. */
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('loopback ports', () => {
  let ports: LoopbackPorts;
  let leases: PortLease[];
  let received: URL[];
  /** What becomes of a redirect. */
  let reception: RedirectResult;

  beforeEach(() => {
    ports = new LoopbackPorts();
    leases = [];
    received = [];
    reception = { isTaken: true, page };
  });
  afterEach(() => {
    for (const lease of leases) lease.release();
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
    options: { method?: string; host?: string; hostHeader?: string } = {},
  ): Promise<Reply> {
    const { method = 'GET', host = '127.0.0.1', hostHeader = `localhost:${portOf(of)}` } = options;
    const sent = request({ host, port: portOf(of), path, method, headers: { host: hostHeader }, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

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
    assert.match(body, /Done &#38; &#34;done&#34;/);
    assert.match(body, /&#60;b&#62;Go back/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
  });

  it('tells the browser what became of the redirect', async () => {
    const opened = await open();
    const outcomes: [RedirectResult, number][] = [
      [{ isTaken: true, page }, 200],
      [{ isTaken: false, page }, 400],
      ['used', 410],
      ['unknown', 404],
    ];
    for (const [given, status] of outcomes) {
      reception = given;
      assert.equal((await get(opened, '/callback')).status, status);
    }
  });

  it('takes GET only, and looks at nothing that another method brings', async () => {
    const opened = await open();
    for (const method of ['POST', 'HEAD', 'PUT', 'OPTIONS']) {
      const { status, headers } = await get(opened, `/callback?code=${canary}`, { method });
      assert.deepEqual([status, headers.allow], [405, 'GET'], method);
    }
    assert.deepEqual(received, []);
  });

  it('lets no request name another host in its target', async () => {
    const opened = await open();
    for (const target of ['//evil.test/callback', 'http://evil.test/callback', '*']) {
      assert.equal((await get(opened, target)).status, 404, target);
    }
    assert.deepEqual(received, []);
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
      assert.equal((await get(await open(), '/callback', { host })).status, 200);
    });
  }

  it('is one port for all waits at a fixed redirect URI, until the last of them ends', async () => {
    const free = await open();
    free.release();
    const [first, second] = await Promise.all([open(free.redirectUri), open(free.redirectUri)]);
    first.release();
    first.release();
    assert.equal((await get(second, '/callback')).status, 200);
    second.release();
    assert.equal(await isPortFree(Number(portOf(free))), true);
    const again = await open(free.redirectUri);
    assert.equal((await get(again, '/callback')).status, 200);
  });

  it('gives each wait at port 0 a port of its own', async () => {
    assert.notEqual(portOf(await open()), portOf(await open()));
  });

  it('frees its port when it is released, whether the browser came or not', async () => {
    const unused = await open();
    unused.release();
    assert.equal(await isPortFree(Number(portOf(unused))), true);
    const used = await open();
    await get(used, '/callback?code=1');
    used.release();
    assert.equal(await isPortFree(Number(portOf(used))), true);
  });

  it('keeps a fixed redirect URI to the letter', async () => {
    const unused = await open();
    const port = portOf(unused);
    unused.release();
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
      assert.match(error.message, new RegExp(`Port ${port} .* is in use by another program`));
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
