import * as fc from 'fast-check';
import { type Agent, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { patienceMs } from '../../tools/lib/patience.ts';

/** A request as it is made up; the words in angle brackets become what is valid at the time. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

const methods = 'GET GET GET POST POST POST PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND M-SEARCH'.split(' ');

/** Everything but what ends the sandbox. */
const segments = [
  ...'oauth token authorize battery-capacity v2.0 v1.0 vehicles <vehicle> user vin permissions batch application'.split(
    ' ',
  ),
  ...'bmw BMW charge records battery nominal_capacity sandbox clock faults requests events state charges reset'.split(
    ' ',
  ),
  ...'lease openapi.json .. %2e%2e %00 % %ff __proto__'.split(' '),
  '',
];
const endpoints: readonly (readonly [string, string])[] = [
  ['POST', '/oauth/token'],
  ['GET', '/oauth/authorize?response_type=code&client_id=<client>&redirect_uri=http://localhost:9/c'],
  ['POST', '/oauth/authorize?response_type=code&client_id=<client>&redirect_uri=http://localhost:9/c'],
  ['GET', '/v2.0/user'],
  ['GET', '/v2.0/vehicles'],
  ['GET', '/v2.0/vehicles/<vehicle>'],
  ['GET', '/v2.0/vehicles/<vehicle>/permissions'],
  ['GET', '/v2.0/vehicles/<vehicle>/battery/nominal_capacity'],
  ['GET', '/v2.0/vehicles/<vehicle>/bmw/charge/records'],
  ['GET', '/battery-capacity?client_id=<client>&vehicle_id=<vehicle>&redirect_uri=http://localhost:9/c'],
  ['POST', '/sandbox/clock'],
  ['POST', '/sandbox/faults'],
  ['PUT', '/sandbox/state'],
];

const hostile = fc.constantFrom(
  '',
  '\u0000',
  '%',
  '%00',
  '%zz',
  '\'"><script>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  '-1',
  '1e309',
  'NaN',
  '９',
  '\u202e',
  '\ud800',
  'a'.repeat(3000),
  '2026-02-30',
  '0000-00-00',
  'javascript:alert(1)',
);
const word = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...segments));

const parameterNames = fc.constantFrom(
  ...'limit offset startDate endDate state scope mode'.split(' '),
  ...'make single_select single_select_vin redirect_uri token flags approval_prompt since'.split(' '),
);
const query = fc
  .array(fc.tuple(fc.oneof(parameterNames, word), word), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));

const method = fc.constantFrom(...methods);
const madeUpPath = fc
  .array(fc.oneof(fc.constantFrom(...segments), word), { maxLength: 7 })
  .map((parts) => `/${parts.map(encoded).join('/')}`);
/** A method and a path: an endpoint's own, an endpoint's path with any method, or nothing that there is. */
const place = fc.oneof(
  fc.constantFrom(...endpoints),
  fc.tuple(
    method,
    fc.constantFrom(...endpoints).map(([, path]) => path),
  ),
  fc.tuple(method, madeUpPath),
);

const headerValue = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }));
const foreignHeader = fc.constantFrom<[string, string]>(
  ['Host', 'example.test'],
  ['Host', '[::1'],
  ['Host', 'localhost:99999'],
  ['Origin', 'https://example.test'],
  ['Origin', 'null'],
  ['Sec-Fetch-Site', 'cross-site'],
);
const oddHeader = fc.oneof(
  fc.constantFrom<[string, string]>(
    ['Authorization', 'Bearer'],
    ['Authorization', 'Basic ====='],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Accept-Encoding', 'gzip, br'],
    ['Content-Encoding', 'gzip'],
    ['Range', 'bytes=0-1'],
    ['Expect', '100-continue'],
    ['SC-Unit-System', 'imperial'],
    ['X-Forwarded-Host', 'example.test'],
  ),
  fc.tuple(
    fc.constantFrom('Authorization', 'User-Agent', 'Cookie', 'SC-Unit-System', 'Last-Event-ID', 'X'),
    headerValue,
  ),
);
/** What an application sends, which gets a request past the first checks. */
const application: readonly (readonly [string, string])[][] = [
  [['Authorization', 'Bearer <access>']],
  [
    ['Authorization', 'Basic <basic>'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['User-Agent', 'fuzz/1'],
  ],
  [],
];
const headers = fc
  .tuple(
    fc.constantFrom(...application),
    fc.array(oddHeader, { maxLength: 2 }),
    fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(foreignHeader) }),
  )
  .map((parts) => parts.flat());

const body = fc.oneof(
  fc.constant(new Uint8Array()),
  fc.uint8Array({ maxLength: 200 }),
  query.map((text) => new TextEncoder().encode(text)),
  fc.json().map((text) => new TextEncoder().encode(text)),
  fc
    .constantFrom(
      'grant_type=refresh_token&refresh_token=%ff',
      'grant_type=authorization_code&code=__proto__&redirect_uri=x',
      '{"advance":1e308}',
      '{"advance":-1}',
      '{"requests":[{"path":"/"},{"path":"//..?"},{"path":"/bmw/charge/records?startDate=%"}]}',
      'decision=allow&owner=__proto__&vehicle=x',
      'step=vehicles&email=@&make=__proto__',
      `step=permissions&${'vehicle=x&'.repeat(2000)}`,
      '['.repeat(5000),
      'x'.repeat(70_000),
    )
    .map((text) => new TextEncoder().encode(text)),
);

/** Methods, paths, headers, bodies and encodings of all kinds, many of them close to what is valid. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
  .record({ place, query, headers, body })
  .map(({ place: [method, path], query: more, headers, body }) => ({
    method,
    path: more === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`,
    headers,
    body,
  }));

/** Percent-encodes what a request target can't hold, and half of the rest not at all. */
function encoded(text: string): string {
  if (/^[\x21-\x7e]*$/.test(text)) return text.replaceAll('#', '%23');
  return encodeURIComponent(text.toWellFormed());
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends it over a connection that is kept. Undefined where the connection was closed without an answer, as Node does
 * with what is not HTTP. Rejects where there is no end for long.
 */
export function send(port: number, agent: Agent, fuzzed: FuzzedRequest): Promise<Answer | undefined> {
  // Said by hand: for some methods Node would send the body without its length.
  const headers: Record<string, string> = { 'Content-Length': String(fuzzed.body.length) };
  for (const [name, value] of fuzzed.headers) headers[name] = value.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?');
  const options: RequestOptions = { port, host: '127.0.0.1', method: fuzzed.method, path: fuzzed.path, headers, agent };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, timeout: patienceMs }, (answer) => {
      const finish = (text: string) => {
        resolve({ status: answer.statusCode ?? 0, text });
      };
      if (answer.headers['content-type'] === 'text/event-stream') {
        outgoing.destroy();
        finish('');
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        finish(Buffer.concat(chunks).toString('latin1'));
      });
      answer.on('error', () => {
        resolve(undefined);
      });
    });
    outgoing.on('timeout', () => {
      reject(new Error(`No end of ${fuzzed.method} ${fuzzed.path}`));
      outgoing.destroy();
    });
    outgoing.on('error', () => {
      resolve(undefined);
    });
    outgoing.end(fuzzed.body);
  });
}

/** Bytes that are no HTTP at all. Resolves with what came back once the sandbox has closed the connection. */
export function sendBytes(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.end(bytes);
    });
    socket.setTimeout(5000, () => {
      reject(new Error('The connection stays open'));
      socket.destroy();
    });
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        resolve(answer);
      });
  });
}
