import assert from 'node:assert/strict';
import { request } from 'node:http';
import fc from 'fast-check';
import { noon, rawRequest, SandboxClient } from '../client.ts';

describe('control paths against the outside', () => {
  let client: SandboxClient;
  let failures: string[];
  let operations: (readonly [method: string, path: string])[];
  before(async () => {
    failures = [];
    client = await SandboxClient.start({ warn: (message) => failures.push(message) });
    const document = (await (await client.control('/openapi.json')).json()) as { paths: Record<string, object> };
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [method.toUpperCase(), path.replace('{id}', '1')] as const),
    );
  });
  after(() => client.close());

  it('all refuse other sites and other names', async () => {
    assert.ok(operations.length > 15);
    const { port } = new URL(client.addresses.baseUrl);
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
        const status = await rawRequest(`${client.addresses.baseUrl}${path}`, method, headers);
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
      }
    }
    assert.equal(client.sandbox.clock.now(), noon);
    const early = await Promise.race([client.sandbox.stopRequested, Promise.resolve('runs')]);
    assert.equal(early, 'runs');
  });

  it('answer no input with a failure', async () => {
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
    assert.deepEqual(failures, []);
    assert.equal((await client.control('/')).status, 200);
  });
});
