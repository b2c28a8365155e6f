import assert from 'node:assert/strict';
import { networkFailure } from '../../../../src/service/http/network-failures.ts';

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

  it('counts as sent whatever comes after the headers of an answer', () => {
    assert.equal(failed(systemError('ECONNREFUSED', 'connect'), { status: 200 }).sent, true);
  });

  it('tells a connection that never answered from one that was lost in the middle', () => {
    const lost = systemError('UND_ERR_SOCKET');
    assert.match(failed(lost).message, /service\.example failed/);
    assert.match(failed(lost, { status: 200 }).message, /service\.example was lost during the response/);
  });

  it('calls what ran out of time a timeout', () => {
    for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']) {
      assert.equal(failed(systemError(code)).kind, 'timeout');
    }
  });

  it('gives an untrusted certificate to the developer', () => {
    const error = failed(systemError('SELF_SIGNED_CERT_IN_CHAIN'));
    assert.equal(error.turn, 'developer');
    assert.match(error.message, /certificate of service\.example is not trusted \(SELF_SIGNED_CERT_IN_CHAIN\)/);
  });

  it('ends with causes that go round in a circle', () => {
    const circle = new Error('round');
    circle.cause = circle;
    assert.match(failed(circle).message, /\(round\)/);
  });

  it('keeps no original error, which may hold bytes of the answer', () => {
    assert.equal(failed(new Error('x')).cause, undefined);
  });
});
