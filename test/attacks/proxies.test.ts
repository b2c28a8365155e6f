// Proxies that refuse, hang, lie or want credentials, and private authorities: named, and nothing of it counts as sent.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { Agent, ProxyAgent, fetch as undiciFetch } from 'undici';
import { signInRemedy } from '../../src/extension/notifications/remedy-button.ts';
import { fetchOver } from '../../src/service/http/dispatchers.ts';
import { networkFailure } from '../../src/service/http/network-failures.ts';
import { Transport } from '../../src/service/http/transport.ts';
import { namedProxy, type NetworkRoute } from '../../src/service/model/network-route.ts';
import { everythingOf, failureOf, get } from '../unit/service/http/loopback.ts';
import { authority, identity, servePrivately } from '../unit/service/http/private-service.ts';
import { closedPort, closeProxies, listenLocally, startProxy } from '../unit/service/http/proxies.ts';
import type { ProxyBehavior } from '../unit/service/http/proxies.ts';

const address = 'https://service.test/v2.0/vehicles';
const certificates = [authority];
const password = 'pass%20word';

/** As in the refresh helper. */
function helperTransport(route: NetworkRoute): Transport {
  const proxyOf = () => Promise.resolve(namedProxy(route));
  return new Transport({ fetch: fetchOver(route), proxyOf, userAgent: 'test/1' });
}

/** As in a window, whose `fetch` VS Code makes with undici. */
function windowTransport({ proxy }: NetworkRoute): Transport {
  const tls = { ca: authority };
  const dispatcher =
    proxy === undefined ? new Agent({ connect: tls }) : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls });
  const fetch = ((input: string, init: object) =>
    undiciFetch(input, { ...init, dispatcher })) as typeof globalThis.fetch;
  const proxyOf = () => Promise.resolve(namedProxy({ proxy }));
  return new Transport({ fetch, proxyOf, userAgent: 'test/1' });
}

const processes = { 'the helper': helperTransport, 'a window': windowTransport };

const refusals: readonly (readonly [string, ProxyBehavior, RegExp])[] = [
  [
    'wants credentials',
    { status: 407, headers: 'Proxy-Authenticate: Basic realm="x"\r\n' },
    /requires credentials.*407/,
  ],
  ['wants credentials of no kind', { status: 407 }, /requires credentials.*407/],
  ['wants Kerberos', { status: 407, headers: 'Proxy-Authenticate: Negotiate\r\n' }, /requires credentials.*407/],
  ['forbids the host', { status: 403 }, /refused the connection to service\.test \(HTTP 403\)/],
  ['is a web server', { status: 404 }, /refused.*HTTP 404/],
  ['does not know CONNECT', { status: 405 }, /refused.*HTTP 405/],
  ['has a limit', { status: 429 }, /refused.*HTTP 429/],
  ['fails', { status: 500 }, /refused.*HTTP 500/],
  ['finds no host', { status: 502 }, /refused.*HTTP 502/],
  ['is overloaded', { status: 503 }, /refused.*HTTP 503/],
  ['waits for the host', { status: 504 }, /refused.*HTTP 504/],
  ['redirects to its own page', { status: 302, headers: 'Location: http://login.test/\r\n' }, /refused.*HTTP 302/],
];

describe('a proxy', () => {
  afterEach(closeProxies);

  for (const [name, transport] of Object.entries(processes)) {
    for (const [what, behavior, message] of refusals) {
      it(`that ${what} is named to ${name}, and nothing was sent`, async () => {
        const proxy = await startProxy(behavior);
        const error = await failureOf(transport({ proxy: proxy.url, certificates }).send(get(address)));
        assert.match(error.message, message);
        assert.ok(error.message.includes(new URL(proxy.url).host), error.message);
        assert.match(error.nextStep, /http\.proxy/);
        assert.equal(error.sent, false);
        assert.equal(error.status, undefined, 'a status of the proxy is none of the service');
        assert.deepEqual([error.remedy, signInRemedy(error)], ['retry', 'retry']);
        assert.deepEqual(proxy.asked, ['service.test:443']);
      });
    }

    it(`that is not there is named to ${name}, and not the service`, async () => {
      const host = `127.0.0.1:${await closedPort()}`;
      const error = await failureOf(transport({ proxy: `http://${host}` }).send(get(address)));
      assert.match(error.message, /^The proxy 127\.0\.0\.1:\d+ opened no connection to service\.test \(ECONNREFUSED\)/);
      assert.equal(error.sent, false);
    });

    it(`whose name nobody knows is named to ${name}, and not the service`, async () => {
      const error = await failureOf(transport({ proxy: 'http://proxy.invalid:8080' }).send(get(address)));
      assert.match(error.message, /^The proxy proxy\.invalid:8080 opened no connection .*\((ENOTFOUND|EAI_AGAIN)\)/);
      assert.equal(error.sent, false);
    });

    it(`that connects and goes before TLS has sent nothing for ${name}`, async () => {
      const proxy = await startProxy('connects and closes');
      const error = await failureOf(transport({ proxy: proxy.url, certificates }).send(get(address)));
      assert.equal(error.sent, false);
    });

    it(`is gone through by ${name}, with its credentials and a private authority`, async () => {
      const to = await servePrivately((request, response) => response.end(request.headers.authorization));
      const proxy = await startProxy({ to, credentials: 'user:pass word' });
      const url = proxy.url.replace('//', `//user:${password}@`);
      const request = get(address, { headers: { authorization: 'Bearer canary' } });
      const { status, text } = await transport({ proxy: url, certificates }).send(request);
      assert.deepEqual([status, text], [200, 'Bearer canary']);
    });

    it(`is gone through by ${name} over TLS`, async () => {
      const to = await servePrivately((_request, response) => response.end('here'));
      const proxy = await startProxy({ to, tls: identity });
      assert.equal((await transport({ proxy: proxy.url, certificates }).send(get(address))).text, 'here');
    });

    it(`that hangs is named to ${name}, and not only the service`, async () => {
      const proxy = await startProxy('silent');
      const request = get(address, { deadlineMs: 50 });
      const { message, nextStep, kind } = await failureOf(transport({ proxy: proxy.url }).send(request));
      const { host } = new URL(proxy.url);
      assert.equal(message, `No response from service.test came through the proxy ${host} within 0.05 seconds.`);
      assert.ok(nextStep.includes(host), nextStep);
      assert.equal(kind, 'timeout');
    });

    it(`is named to ${name} without its password, where it refuses that`, async () => {
      const proxy = await startProxy({ to: 1, credentials: 'somebody:else' });
      const url = proxy.url.replace('//', `//user:${password}@`);
      const error = await failureOf(transport({ proxy: url, certificates }).send(get(address)));
      assert.match(error.message, /refused these credentials \(HTTP 407\)/);
      assert.deepEqual([error.sent, signInRemedy(error)], [false, 'retry']);
      assert.doesNotMatch(await everythingOf(error), /pass%20word|pass word/);
    });
  }

  for (const behavior of ['silent', 'closes', 'babbles', 'never ends its line'] as const) {
    it(`that ${behavior} has sent nothing for the helper`, async () => {
      const proxy = await startProxy(behavior);
      const hangs = behavior === 'silent' || behavior === 'never ends its line';
      const signal = hangs ? AbortSignal.timeout(100) : null;
      const failed = fetchOver({ proxy: proxy.url })(address, { signal }).then(
        () => assert.fail('answered'),
        (error: unknown) =>
          networkFailure(error, {
            url: new URL(address),
            secrets: [],
            proxy: { name: 'proxy.test', hasCredentials: false },
          }),
      );
      const { message, sent } = await failed;
      assert.match(message, /^The proxy proxy\.test opened no connection to service\.test/);
      assert.equal(sent, false);
    });
  }

  for (const behavior of ['closes', 'babbles'] as const) {
    it(`that ${behavior} is named to a window, too`, async () => {
      const proxy = await startProxy(behavior);
      // undici 7 asks a proxy that closes until the deadline.
      const error = await failureOf(windowTransport({ proxy: proxy.url }).send(get(address, { deadlineMs: 500 })));
      assert.ok(error.nextStep.includes(new URL(proxy.url).host), error.nextStep);
    });
  }

  for (const plain of ['50%off', '%', '100%', '%zz%20', '%ff']) {
    it(`is gone through by the helper where the password is ${plain}, which encodes nothing`, async () => {
      const to = await servePrivately((_request, response) => response.end('here'));
      const proxy = await startProxy({ to, credentials: `us%er:${plain}` });
      const url = proxy.url.replace('//', `//us%er:${plain}@`);
      assert.equal((await helperTransport({ proxy: url, certificates }).send(get(address))).text, 'here');
    });
  }

  it('of a kind that the helper can’t use has sent nothing', async () => {
    let connected = 0;
    const port = await listenLocally(createServer((socket) => void socket.end(String((connected += 1)))));
    for (const proxy of [`socks4://127.0.0.1:${port}`, `socks4a://127.0.0.1:${port}`, 'no address', '']) {
      const error = await failureOf(helperTransport({ proxy }).send(get(address)));
      assert.equal(error.sent, false, proxy);
    }
    assert.equal(connected, 0);
  });

  for (const [what, cause] of [
    ['beside the error, as VS Code does', { connectResponseStatusCode: 407 }],
    ['in the error’s text, as undici does', { message: 'Proxy response (407) !== 200 when HTTP Tunneling' }],
  ] as const) {
    it(`is read where its status stands ${what}`, () => {
      const failed = new TypeError('fetch failed', {
        cause: Object.assign(new Error('aborted'), { code: 'UND_ERR_ABORTED' }, cause),
      });
      const error = networkFailure(failed, {
        url: new URL(address),
        secrets: [],
        proxy: { name: 'proxy.test:8080', hasCredentials: false },
      });
      assert.match(error.message, /proxy\.test:8080 requires credentials for service\.test \(HTTP 407\)/);
      assert.equal(error.sent, false);
    });
  }

  for (const credentials of ['user:pa#ss', 'user:12#ss', 'user:pa/ss', 'us?er:pass']) {
    it(`is told where its credentials are ${credentials}, which end its host`, async () => {
      const error = await failureOf(
        helperTransport({ proxy: `http://${credentials}@proxy.test:8080` }).send(get(address)),
      );
      assert.match(error.message, /^The user name or password of the proxy proxy\.test:8080 has an unencoded/);
      assert.match(error.nextStep, /%23/);
      assert.equal(error.sent, false);
      assert.doesNotMatch(await everythingOf(error), /pa.ss|12#ss/);
    });
  }

  for (const [what, host, exceptions, isProxied] of [
    ['is gone through where the variables name it', 'service.test', 'other.test', true],
    ['is not where they except the host', 'service.test', '.test', false],
    ['is not where they except all', 'service.test', '*', false],
    ['is not for localhost, whatever they say', 'localhost', '', false],
    ['is not for 127.0.0.1, whatever they say', '127.0.0.1', 'other.test', false],
    ['is not for ::1, whatever they say', '[::1]', '', false],
  ] as const) {
    it(`of environment variables ${what}`, async () => {
      const { url, asked } = await startProxy({ status: 502 });
      const httpProxy = url.replace('//', '//us%er:50%off@');
      for (const scheme of ['https', 'http']) {
        const there = `${scheme}://${host}:${await closedPort()}/`;
        const variables = { httpProxy, httpsProxy: '', noProxy: exceptions };
        await assert.rejects(fetchOver({ variables })(there));
        assert.equal(asked.splice(0).length, isProxied ? 1 : 0, there);
      }
    });
  }

  it('may speak SOCKS, for the helper', async () => {
    const to = await servePrivately((_request, response) => response.end('here'));
    const port = await listenLocally(
      createServer((socket) => {
        socket.once('data', () => {
          socket.write('\x05\x00');
          socket.once('data', () => {
            socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
            const upstream = connect(to, '127.0.0.1').on('error', () => socket.destroy());
            socket.pipe(upstream).pipe(socket);
          });
        });
      }),
    );
    const transport = helperTransport({ proxy: `socks5://127.0.0.1:${port}`, certificates });
    assert.equal((await transport.send(get(address))).text, 'here');
  });

  it('takes the credentials of a setting where its address has none', async () => {
    const to = await servePrivately((_request, response) => response.end('here'));
    const proxy = await startProxy({ to, credentials: 'user:word' });
    const proxyAuthorization = `Basic ${Buffer.from('user:word').toString('base64')}`;
    const transport = helperTransport({ proxy: proxy.url, proxyAuthorization, certificates });
    assert.equal((await transport.send(get(address))).text, 'here');
  });
});

describe('a service of a private authority', () => {
  afterEach(closeProxies);

  for (const [name, transport] of Object.entries(processes)) {
    it(`whose authority is unknown is refused by ${name} before anything is sent, with the setting that adds it`, async () => {
      let asked = 0;
      const to = await servePrivately((_request, response) => response.end(String((asked += 1))));
      const proxy = await startProxy({ to });
      const strict = name === 'a window' ? strictWindow(proxy.url) : transport({ proxy: proxy.url });
      const error = await failureOf(strict.send(get(address)));
      assert.match(error.message, /certificate of service\.test is not trusted/);
      assert.match(error.nextStep, /http\.systemCertificates/);
      assert.deepEqual([error.sent, asked], [false, 0]);
    });

    it(`is refused by ${name} under another name`, async () => {
      const to = await servePrivately((_request, response) => response.end('wrong'));
      const proxy = await startProxy({ to });
      const request = get('https://other.test/');
      const error = await failureOf(transport({ proxy: proxy.url, certificates }).send(request));
      assert.match(error.message, /certificate of other\.test is for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
      assert.equal(error.sent, false);
    });
  }

  it('is named by its certificate, whatever code an error around it has', () => {
    const certificate = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    const around = Object.assign(new Error('aborted', { cause: certificate }), { code: 'UND_ERR_ABORTED' });
    const failed = new TypeError('fetch failed', { cause: around });
    const { message, sent } = networkFailure(failed, { url: new URL(address), secrets: [] });
    assert.match(message, /certificate of service\.test is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.equal(sent, false);
  });

  it('is trusted by the helper where Node itself trusts it', async () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority]);
    try {
      const to = await servePrivately((_request, response) => response.end('here'));
      const { url: proxy } = await startProxy({ to });
      assert.equal((await helperTransport({ proxy }).send(get(address))).text, 'here');
    } finally {
      setDefaultCACertificates(before);
    }
  });

  it('is reached by the helper without a proxy', async () => {
    const port = await servePrivately((request, response) => response.end(request.method));
    const transport = helperTransport({ certificates });
    const request = get(`https://localhost:${port}/`, { method: 'POST', body: 'a=b' });
    assert.equal((await transport.send(request)).text, 'POST');
  });

  it('may encode what it says, redirect in vain, say nothing, or break off', async () => {
    const answers: Record<string, (response: import('node:http').ServerResponse) => unknown> = {
      '/gzip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('{"a":1}')),
      '/none': (response) => response.writeHead(204).end(),
      '/away': (response) => response.writeHead(307, { location: 'https://elsewhere.test/' }).end(),
      '/cut': (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.socket?.destroy());
      },
    };
    const to = await servePrivately((request, response) => void answers[request.url ?? '']?.(response));
    const proxy = await startProxy({ to });
    const transport = helperTransport({ proxy: proxy.url, certificates });
    const send = (path: string) => transport.send(get(`https://service.test${path}`));
    assert.equal((await send('/gzip')).text, '{"a":1}');
    assert.equal((await send('/none')).status, 204);
    assert.equal((await failureOf(send('/away'))).kind, 'redirect');
    const cut = await failureOf(send('/cut'));
    assert.deepEqual([cut.kind, cut.sent], ['network', true]);
  });
});

/** A window that doesn't know the authority. */
function strictWindow(proxy: string): Transport {
  const dispatcher = new ProxyAgent(proxy);
  const fetch = ((input: string, init: object) =>
    undiciFetch(input, { ...init, dispatcher })) as typeof globalThis.fetch;
  return new Transport({ fetch, userAgent: 'test/1' });
}
