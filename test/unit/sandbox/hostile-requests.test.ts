import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rawRequest, SandboxClient } from './client.ts';
import { type FuzzedRequest, fuzzedRequest, send, sendBytes } from './fuzzed-request.ts';

/** VEHICLE_DATA_FUZZ_SEED repeats a run: a failure prints its seed. */
const seed = Number(process.env.VEHICLE_DATA_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const batches = 40;
const perBatch = 100;

/** What no answer may give away to a request that does not hold it already. */
interface Secrets {
  readonly clientSecret: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

describe('hostile requests to the sandbox', () => {
  let client: SandboxClient;
  let port: number;
  const complaints: string[] = [];
  let operations: (readonly [method: string, path: string])[];
  before(async () => {
    client = await SandboxClient.start({ warn: (message) => void complaints.push(message) });
    port = Number(new URL(client.addresses.baseUrl).port);
    const document = (await (await client.control('/openapi.json')).json()) as { paths: Record<string, object> };
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [method.toUpperCase(), path.replace('{id}', '1')] as const),
    );
  });
  after(() => client.close());

  it(`${batches * perBatch} of them bring no failure, no crash, no hang and no secret`, async function () {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Set<number>();
    let sent = 0;
    const heapBefore = heapBytes();
    const property = fc.asyncProperty(
      fc.array(fuzzedRequest, { minLength: perBatch, maxLength: perBatch }),
      async (requests) => {
        const { fill, secrets } = await validWords(client);
        await Promise.all(
          requests.map(async (made) => {
            const filled = fill(made);
            const answer = await send(port, agent, filled);
            sent++;
            if (!answer) return;
            statuses.add(answer.status);
            const what = `${filled.method} ${filled.path} ${JSON.stringify(filled.headers)}`;
            assert.notEqual(answer.status, 500, `${what}: ${answer.text}`);
            // The control paths are for who runs the sandbox, and hold its secrets, unless another site asks.
            if (isControl(filled.path) && answer.status < 300) {
              assert.ok(!isForeign(made), `${what} is a request of another site`);
              return;
            }
            for (const [name, secret] of Object.entries<string>({ ...secrets })) {
              assert.ok(!answer.text.includes(secret), `${what} gives the ${name} away`);
            }
          }),
        );
        assert.deepEqual(complaints, []);
        client.sandbox.faults.clear();
        assert.equal((await client.exchange(await client.code())).status, 200, 'lives');
      },
    );
    try {
      await holds(property, batches);
    } finally {
      agent.destroy();
    }
    assert.equal(sent, batches * perBatch);
    // Not everything was turned away at the door.
    for (const status of [200, 302, 400, 401, 403, 404]) assert.ok(statuses.has(status), `no ${status}`);
    assert.ok(heapBytes() - heapBefore < 64 * 1024 * 1024, 'memory grows with every request');
  });

  it('what is no HTTP gets 400 or a closed connection', async function () {
    const start = fc.constantFrom(
      '',
      'GET ',
      'GET / HTTP/1.1\r\n',
      'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n',
    );
    const garbage = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .constantFrom(
          'Content-Length: -1\r\n\r\n',
          'Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
          'Transfer-Encoding: chunked\r\n\r\nZZ\r\n',
          'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
          `X: ${'y'.repeat(20_000)}\r\n\r\n`,
          'Host: a\r\nHost: b\r\n\r\n',
          'Bad Header: 1\r\n\r\n',
        )
        .map((text) => new TextEncoder().encode(text)),
    );
    const property = fc.asyncProperty(start, garbage, async (first, rest) => {
      const answer = await sendBytes(port, Buffer.concat([Buffer.from(first), rest]));
      assert.match(answer, /^(?:|HTTP\/1\.1 4\d\d [^]*)$/);
    });
    await holds(property, 300);
    assert.deepEqual(complaints, []);
    assert.equal((await client.control('/')).status, 200, 'lives');
  });

  it('of other sites, and under other names than this machine’s, are heard by no control path', async () => {
    const { baseUrl, controlUrl } = client.addresses;
    const now = client.sandbox.clock.now();
    assert.ok(operations.length > 15);
    for (const [method, path] of operations) {
      const foreign: Record<string, string>[] = [
        { Origin: 'https://example.test' },
        { Origin: 'null' },
        { Origin: 'http://localhost:1' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Host: 'example.test' },
        { Host: `example.test:${port}` },
      ];
      for (const headers of foreign) {
        const status = await rawRequest(`${baseUrl}${path}`, method, headers);
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
      }
    }
    assert.equal(client.sandbox.clock.now(), now);
    const early = await Promise.race([client.sandbox.stopRequested, Promise.resolve('runs')]);
    assert.equal(early, 'runs');
    const turn = (headers: Record<string, string>) =>
      rawRequest(`${controlUrl}/clock`, 'POST', headers, '{"advance":1}');
    assert.deepEqual(
      [await turn({}), await turn({ Origin: baseUrl }), await turn({ Host: 'localhost:8443' })],
      [200, 200, 200],
    );
    for (const path of ['/oauth/authorize', '/v2.0/user', '/battery-capacity', '/nothing']) {
      assert.equal(await rawRequest(`${baseUrl}${path}`, 'GET', { Host: 'example.test' }), 403, path);
    }
  });

  it('of any JSON to any control path bring no failure', async () => {
    const json = fc.oneof(
      fc.json(),
      fc
        .record(
          {
            advance: fc.oneof(fc.double(), fc.string()),
            set: fc.oneof(
              fc.double(),
              fc.string(),
              fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
            ),
            freeze: fc.anything({ maxDepth: 0 }),
            speed: fc.double(),
            operation: fc.constantFrom('user', 'any', '__proto__'),
            status: fc.integer({ min: 190, max: 620 }),
            headers: fc.dictionary(fc.string(), fc.string()),
            body: fc.anything(),
            redirect: fc.string(),
            hugeBytes: fc.double(),
            vehicleId: fc.string(),
            id: fc.string(),
            ttlSeconds: fc.double(),
          },
          { requiredKeys: [] },
        )
        .map((value) =>
          JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)),
        ),
      fc.string(),
    );
    // The one that ends the sandbox and the one that never ends are left out.
    const safe = operations.filter(([, path]) => path !== '/sandbox/stop' && path !== '/sandbox/events');
    const bodies = fc.tuple(fc.constantFrom(...safe), fc.webQueryParameters(), json);
    await fc.assert(
      fc.asyncProperty(bodies, async ([[method, path], query, body]) => {
        const status = await new Promise<number>((resolve, reject) => {
          const url = `${client.addresses.baseUrl}${path}?${query}`;
          request(url, { method, agent: false }, (answer) => {
            answer.resume().on('end', () => {
              resolve(answer.statusCode ?? 0);
            });
          })
            .on('error', reject)
            .end(body);
        });
        assert.ok(status >= 200 && status < 500, `${method} ${path} ${status}`);
      }),
      { numRuns: 400 },
    );
    assert.deepEqual(complaints, []);
    assert.equal((await client.control('/')).status, 200);
  });
});

/** What is in use once everything unused has been collected. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Puts what is valid now in place of the words in angle brackets, and says what of it is secret. */
async function validWords(client: SandboxClient) {
  const { clientId, clientSecret } = client.addresses;
  const { access_token, refresh_token } = await client.pair();
  const listed = (await (await client.get('/v2.0/vehicles', access_token)).json()) as { vehicles: string[] };
  const words: Record<string, string> = {
    '<vehicle>': listed.vehicles[0] ?? '',
    '<client>': clientId,
    '<access>': access_token,
    '<basic>': btoa(`${clientId}:${clientSecret}`),
  };
  const replaced = (text: string) => text.replaceAll(/<\w+>/g, (word) => words[word] ?? word);
  const fill = ({ method, path, headers, body }: FuzzedRequest): FuzzedRequest => ({
    method,
    path: replaced(path),
    headers: headers.map(([name, value]) => [name, replaced(value)]),
    body,
  });
  const secrets: Secrets = { clientSecret, accessToken: access_token, refreshToken: refresh_token };
  return { fill, secrets };
}

/** Whether the path, with its dots resolved as the sandbox does, is one of the control paths. */
function isControl(path: string): boolean {
  return new URL(`http://localhost${path}`).pathname.startsWith('/sandbox');
}

/** Throws with the first failure and the seed that repeats it, and without the requests that were made up with it. */
async function holds<T>(property: fc.IAsyncPropertyWithHooks<T>, numRuns: number): Promise<void> {
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns, endOnFailure: true });
  if (failed) throw new Error(`VEHICLE_DATA_FUZZ_SEED=${seed} repeats it: ${String(errorInstance)}`);
}

/** Whether the headers, of which the last of a name counts, tell of another site or another host. */
function isForeign({ headers }: FuzzedRequest): boolean {
  const last = new Map(headers.map(([name, value]) => [name, value]));
  return last.has('Origin') || last.has('Host') || last.get('Sec-Fetch-Site') === 'cross-site';
}
