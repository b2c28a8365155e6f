import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { closeServers, failureOf, get, recordingTransport, reply, serve } from './loopback.ts';
import { networkFailure } from '../../../../src/service/http/network-failures.ts';
import { safeText } from '../../../../src/service/http/redact.ts';
import { Transport } from '../../../../src/service/http/transport.ts';

/** Resolves when `stop` is called by the server under test. */
function signalled(): { promise: Promise<void>; done: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { promise, done: () => resolve(undefined) };
}

describe('Transport', () => {
  afterEach(closeServers);

  it('sends the user agent and the given headers, and gives back status, headers and text', async () => {
    const seen: unknown[] = [];
    const base = await serve((request, response) => {
      seen.push(request.headers['user-agent'], request.headers.accept, request.headers.authorization);
      reply(404, { hello: 'wörld' }, { 'sc-request-id': 'r-1' })(request, response);
    });
    const { transport, reports } = recordingTransport();
    const answer = await transport.send(get(`${base}/a?b=c`, { headers: { authorization: 'Bearer t' } }));
    assert.deepEqual(seen, ['test/1', 'application/json', 'Bearer t']);
    assert.equal(answer.status, 404);
    assert.equal(answer.text, '{"hello":"wörld"}');
    assert.equal(answer.headers.get('sc-request-id'), 'r-1');
    assert.deepEqual(
      reports.map(({ requestId, status, bytes, url, failure }) => ({ requestId, status, bytes, url, failure })),
      [{ requestId: 'r-1', status: 404, bytes: 18, url: `${base}/a?b=c`, failure: undefined }],
    );
  });

  it('never follows a redirect: the other origin receives nothing', async () => {
    let received = 0;
    const other = await serve((request, response) => {
      received++;
      reply(200, {})(request, response);
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const base = await serve(reply(status, '', { location: `${other}/steal?secret=canary` }));
      const { transport, reports } = recordingTransport();
      const request = get(`${base}/oauth/token`, { method: 'POST', body: 'refresh_token=canary' });
      const error = await failureOf(transport.send(request));
      assert.equal(error.kind, 'redirect');
      assert.equal(error.status, status);
      assert.equal(error.sent, true);
      assert.ok(error.message.includes(other), error.message);
      assert.doesNotMatch(error.message, /canary/);
      assert.equal(reports[0]?.failure, error.message);
    }
    assert.equal(received, 0);
  });

  it('refuses an answer that says it was redirected or comes from elsewhere', async () => {
    const signs = [{ redirected: true }, { url: 'https://elsewhere.example/' }];
    for (const sign of signs) {
      const odd = Object.defineProperties(new Response('{}'), {
        redirected: { value: sign.redirected ?? false },
        url: { value: sign.url ?? '' },
      });
      const { transport } = recordingTransport(() => Promise.resolve(odd));
      assert.equal((await failureOf(transport.send(get('http://127.0.0.1:9/')))).kind, 'redirect');
    }
  });

  it('gives up at the deadline while the body drips', async () => {
    const closed = signalled();
    let drips = false;
    const base = await serve((_request, response) => {
      drips = true;
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => {
        clearInterval(drip);
        closed.done();
      });
    });
    const sendBy = async (deadlineMs: number) => {
      const { transport, reports } = recordingTransport();
      return { error: await failureOf(transport.send(get(base, { deadlineMs }))), reports };
    };
    let sent = await sendBy(60);
    // A busy machine takes longer to connect.
    for (let deadlineMs = 120; !drips; deadlineMs *= 2) sent = await sendBy(deadlineMs);
    const { error, reports } = sent;
    assert.equal(error.kind, 'timeout');
    assert.equal(error.turn, 'retry');
    assert.equal(error.sent, true);
    await closed.promise;
    assert.equal(reports.length, 1);
    assert.equal(reports[0]?.failure, error.message);
  });

  it('cancels on the caller’s signal, before and during the exchange', async () => {
    const arrived = signalled();
    const closed = signalled();
    const base = await serve((_request, response) => {
      response.on('close', closed.done);
      arrived.done();
    });
    const controller = new AbortController();
    const { transport, reports } = recordingTransport();
    const running = failureOf(transport.send(get(base, { signal: controller.signal })));
    await arrived.promise;
    controller.abort();
    const during = await running;
    assert.deepEqual([during.kind, during.sent], ['cancelled', true]);
    await closed.promise;
    const before = await failureOf(transport.send(get(base, { signal: controller.signal })));
    assert.deepEqual([before.kind, before.sent], ['cancelled', false]);
    assert.equal(reports.length, 1, 'what never left is not reported');
  });

  it('counts decoded bytes against the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(1 << 20, ' '));
    const base = await serve(reply(200, bomb, { 'content-encoding': 'gzip' }));
    const { transport, reports } = recordingTransport();
    const error = await failureOf(transport.send(get(base, { maxBytes: 64 * 1024 })));
    assert.equal(error.kind, 'too-large');
    assert.match(error.message, /larger than 64 KB/);
    assert.ok((reports[0]?.bytes ?? 0) < 1 << 20, 'stopped before the end');
    const exact = await serve(reply(200, 'x'.repeat(1000)));
    assert.equal((await transport.send(get(exact, { maxBytes: 1000 }))).text.length, 1000);
    const large = await serve(reply(200, Buffer.alloc(2 * 1024 * 1024 + 1, ' ')));
    const refused = await failureOf(transport.send(get(large, { maxBytes: 2 * 1024 * 1024 })));
    assert.match(refused.message, /larger than 2 MB/);
  });

  it('refuses invalid UTF-8 in a success, and lets the status speak in an error', async () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    const { transport } = recordingTransport();
    const error = await failureOf(transport.send(get(await serve(reply(200, bytes)))));
    assert.deepEqual([error.kind, error.status, error.sent], ['not-json', 200, true]);
    const answer = await transport.send(get(await serve(reply(502, bytes))));
    assert.deepEqual([answer.status, answer.text], [502, '']);
  });

  for (const [name, head] of [
    ['a short content-length body', 'content-length: 100\r\n\r\n{"a":'],
    ['a cut chunk', 'transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
  ] as const) {
    it(`calls ${name} a lost connection`, async () => {
      const server = createServer((socket) => {
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}`));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      const { transport, reports } = recordingTransport();
      const error = await failureOf(transport.send(get(`http://127.0.0.1:${address.port}/`)));
      server.close();
      assert.deepEqual([error.kind, error.sent, error.status], ['network', true, 200]);
      assert.equal(reports.length, 1);
    });
  }

  it('knows that a refused connection and an unknown name reach nobody, and that a reset may have', async () => {
    const base = await serve(reply(200, {}));
    await closeServers();
    const { transport, reports } = recordingTransport();
    const refused = await failureOf(transport.send(get(base)));
    assert.deepEqual([refused.kind, refused.sent], ['network', false]);
    assert.match(refused.message, /ECONNREFUSED/);
    assert.match(refused.nextStep, /Start the sandbox/);
    assert.equal(reports.length, 1);

    const unknown = await failureOf(transport.send(get('https://no-such-host.invalid/')));
    assert.deepEqual([unknown.kind, unknown.sent], ['network', false]);

    const asked: (string | undefined)[] = [];
    const reset = await serve(({ method, socket }) => (asked.push(method), socket.destroy()));
    for (const method of ['POST', 'GET']) {
      const lost = await failureOf(transport.send(get(reset, { method })));
      assert.deepEqual([lost.kind, lost.sent], ['network', true]);
    }
    assert.deepEqual(asked, ['POST', 'GET', 'GET'], 'only what changes nothing is sent once more');
    assert.equal(reports.length, 5, 'and each time is reported');
  });

  it('sends nothing to an unencrypted address beyond this machine, nor to one with a password or none at all', async () => {
    const { transport, reports } = recordingTransport(() => assert.fail('sent'));
    for (const url of [
      'http://service.example/?code=canary',
      // VS Code sends this one to a proxy.
      'http://127.0.0.2/?code=canary',
      'https://u:canary@service.example/',
      'canary',
      'ftp://x/',
    ]) {
      const error = await failureOf(transport.send(get(url)));
      assert.deepEqual([error.kind, error.turn, error.sent], ['input', 'developer', false]);
      assert.doesNotMatch(error.message, /canary/);
    }
    assert.equal(reports.length, 0);
  });

  it('leaves no timer behind, and costs nobody an answer where the journal fails', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const answering = () => Promise.resolve(Response.json({}));
    const onRequest = () => assert.fail('a full disk');
    const transport = new Transport({ fetch: answering, userAgent: 'test/1', onRequest });
    const send = async () => (await transport.send(get('https://service.example/'))).text;
    assert.equal(await send(), '{}');
    const before = timers();
    await send();
    assert.equal(timers(), before);
  });

  it('shows no secret of a failure below HTTP', async () => {
    const failing = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('bad header s3cret-canary') }));
    const { transport } = recordingTransport(failing);
    const error = await failureOf(transport.send(get('https://service.example/', { secrets: ['s3cret-canary'] })));
    assert.match(error.message, /bad header \[redacted\]/);
    assert.equal(error.cause, undefined);
  });
});

describe('Transport.stream', () => {
  afterEach(closeServers);

  it('hands out the bytes as they come, and reports at the end', async () => {
    const second = signalled();
    const base = await serve((_request, response) => {
      response.write('first');
      void second.promise.then(() => response.end('second'));
    });
    const { transport, reports } = recordingTransport();
    const { body, status } = await transport.stream(get(base));
    assert.equal(status, 200);
    const chunks: string[] = [];
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk).toString());
      if (chunks.length === 1) {
        assert.equal(reports.length, 0);
        second.done();
      }
    }
    assert.deepEqual(chunks, ['first', 'second']);
    await body[Symbol.asyncIterator]().return?.();
    assert.deepEqual([reports.length, reports[0]?.bytes, reports[0]?.failure], [1, 11, undefined]);
  });

  it('lets the connection go when the reader leaves, before or after the first chunk', async () => {
    for (const leave of [
      async (body: AsyncIterable<Uint8Array>) => {
        for await (const chunk of body) if (chunk.length > 0) break;
      },
      async (body: AsyncIterable<Uint8Array>) => void (await body[Symbol.asyncIterator]().return?.()),
    ]) {
      const closed = signalled();
      const base = await serve((_request, response) => {
        response.on('close', closed.done);
        response.write('first');
      });
      const { transport, reports } = recordingTransport();
      await leave((await transport.stream(get(base))).body);
      await closed.promise;
      assert.equal(reports.length, 1);
      assert.match(reports[0]?.failure ?? '', /not read/);
    }
  });

  it('throws at the cap, and on cancellation between chunks', async () => {
    const base = await serve((_request, response) => void response.write('x'.repeat(100)));
    const { transport, reports } = recordingTransport();
    const large = await transport.stream(get(base, { maxBytes: 99 }));
    assert.equal((await failureOf(large.body[Symbol.asyncIterator]().next())).kind, 'too-large');
    const controller = new AbortController();
    const stream = await transport.stream(get(base, { signal: controller.signal }));
    const chunks = stream.body[Symbol.asyncIterator]();
    await chunks.next();
    const next = failureOf(chunks.next());
    controller.abort();
    assert.equal((await next).kind, 'cancelled');
    assert.equal(reports.length, 2);
  });
});

const request = { url: new URL('https://service.example/path?token=canary'), secrets: [] };

function failed(cause: unknown, changes: object = {}) {
  return networkFailure(new TypeError('fetch failed', { cause }), { ...request, ...changes });
}

function systemError(code: string, syscall?: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, ...(syscall !== undefined && { syscall }) });
}

describe('networkFailure', () => {
  for (const [name, cause, sent] of [
    ['a refused connection', systemError('ECONNREFUSED', 'connect'), false],
    ['an unknown name', systemError('ENOTFOUND', 'getaddrinfo'), false],
    ['a name server that is away', systemError('EAI_AGAIN', 'getaddrinfo'), false],
    ['a network that is away', systemError('ENETUNREACH', 'connect'), false],
    ['a connection that takes too long', systemError('UND_ERR_CONNECT_TIMEOUT'), false],
    ['an untrusted certificate', systemError('DEPTH_ZERO_SELF_SIGNED_CERT'), false],
    ['a certificate of another host', systemError('ERR_TLS_CERT_ALTNAME_INVALID'), false],
    [
      'several addresses, all refused',
      Object.assign(
        new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('EHOSTUNREACH', 'connect')]),
        {
          code: 'ECONNREFUSED',
        },
      ),
      false,
    ],
    [
      'several addresses, one of them connected and lost',
      new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ECONNRESET', 'read')]),
      true,
    ],
    ['a network lost while waiting', systemError('ENETUNREACH', 'read'), true],
    ['a reset', systemError('ECONNRESET', 'read'), true],
    ['a closed socket', systemError('UND_ERR_SOCKET'), true],
    ['an answer that is not HTTP', systemError('HPE_INVALID_CONSTANT'), true],
    ['something unheard of', new Error('odd'), true],
    ['no cause', undefined, true],
  ] as const) {
    it(`says of ${name} that the request was ${sent ? 'perhaps' : 'certainly not'} sent`, () => {
      const error = failed(cause);
      assert.equal(error.sent, sent);
      assert.ok(error.kind === 'network' || error.kind === 'timeout');
      assert.ok(error.nextStep.length > 10);
      assert.doesNotMatch(error.message, /canary/);
    });
  }

  it('tells a connection that never answered from one that was lost in the middle', () => {
    const lost = systemError('UND_ERR_SOCKET');
    assert.match(failed(lost).message, /service\.example failed/);
    assert.match(failed(lost, { status: 200 }).message, /service\.example was lost during the response/);
  });

  it('gives an untrusted certificate to the developer', () => {
    const error = failed(systemError('SELF_SIGNED_CERT_IN_CHAIN'));
    assert.equal(error.turn, 'developer');
    assert.match(error.message, /certificate of service\.example is not trusted \(SELF_SIGNED_CERT_IN_CHAIN\)/);
  });

  for (const [code, what] of [
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['CERT_NOT_YET_VALID', 'is not valid yet'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name'],
  ] as const) {
    it(`says that a certificate ${what}, and suggests no authority`, () => {
      const { message, nextStep, turn } = failed(systemError(code));
      assert.equal(message, `The certificate of service.example ${what} (${code}).`);
      assert.doesNotMatch(nextStep, /authority/);
      assert.equal(turn, 'developer');
    });
  }
});

describe('safeText', () => {
  it('redacts each secret wherever it stands, plain or encoded, also one that begins another', () => {
    assert.equal(safeText('abc abcdef xabcx', ['abc', 'abcdef']), '[redacted] [redacted] x[redacted]x');
    assert.equal(safeText('a b/c a%20b%2Fc a+b%2Fc', ['a b/c']), '[redacted] [redacted] [redacted]');
    assert.equal(safeText('(.*) stays text: (a)', ['(.*)']), '[redacted] stays text: (a)');
  });

  it('redacts what looks like a token, and leaves words and addresses', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9_x.eyJzdWIiOiIxMjM0NTY3ODkwIn0-';
    assert.equal(safeText(`token ${token}`, []), 'token [redacted]');
    const prose = 'configuration_error_of_the_application at http://localhost:8000/exchange';
    assert.equal(safeText(prose, []), prose);
  });

  it('cuts after redacting, so that no beginning of a secret is left', () => {
    assert.equal(safeText('see secret-word-without-digits', ['secret-word-without-digits'], 14), 'see [redacted]');
  });

  it('is not troubled by empty secrets and lone surrogates', () => {
    assert.equal(safeText('text', ['', '\ud800']), 'text');
  });
});
