import assert from 'node:assert/strict';
import * as z from 'zod';
import { SandboxClient } from '../client.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
interface Operation {
  readonly operationId: string;
  readonly 'x-basis': string;
  readonly 'x-rules': readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;
  readonly components: { readonly schemas: object; readonly securitySchemes?: object };
  readonly 'x-rules': Readonly<Record<string, { readonly basis: string }>>;
}

describe('OpenAPI documents of the sandbox', () => {
  let client: SandboxClient;
  let control: Document;
  let service: Document;
  beforeEach(async () => {
    client = await SandboxClient.start();
    const read = async (path: string) => (await (await client.control(path)).json()) as Document;
    control = await read('/openapi.json');
    service = await read('/service.openapi.json');
  });
  afterEach(() => client.close());

  it('are whole: references lead somewhere, parameters, rules and security are described, ids are unique', () => {
    for (const document of [control, service]) {
      assert.equal(document.openapi, '3.1.0');
      const { schemas, securitySchemes = {} } = document.components;
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
      assert.ok(references.length > 0);
      for (const [, name = ''] of references) assert.ok(name in schemas, name);
      const operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.values(item).map((operation) => ({ path, ...operation })),
      );
      assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
      for (const { path, parameters, security = [], 'x-rules': ids, 'x-basis': basis } of operations) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const described = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
        assert.deepEqual(described.toSorted(), inPath.toSorted(), path);
        for (const name of security.flatMap(Object.keys)) assert.ok(name in securitySchemes);
        for (const id of ids) assert.ok(id in document['x-rules'], id);
        assert.equal(document['x-rules'][ids[0] ?? '']?.basis, basis);
      }
    }
  });

  it('describe the real answers', async () => {
    const validate = async (document: Document, path: string, method: Method, answer: Response) => {
      const response = document.paths[path]?.[method]?.responses[String(answer.status)];
      assert.ok(response, `${method} ${path} ${answer.status}`);
      const schema = response.content?.['application/json']?.schema;
      if (!schema) return;
      const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
      const body: unknown = await answer.json();
      const checked = z
        .fromJSONSchema(
          JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as z.core.JSONSchema.JSONSchema,
        )
        .safeParse(body);
      assert.ok(
        checked.success,
        `${method} ${path} ${answer.status}: ${String(checked.error)} ${JSON.stringify(body).slice(0, 300)}`,
      );
    };
    const { access_token, refresh_token } = await client.pair();
    await validate(service, '/oauth/token', 'post', await client.refresh(refresh_token));
    await validate(service, '/oauth/token', 'post', await client.refresh('none'));
    await validate(service, '/oauth/token', 'post', await client.token({}, { Authorization: 'Basic eA==' }));
    await validate(service, '/v2.0/user', 'get', await client.get('/v2.0/user', 'none'));
    const ids = await client.vehicleIds(access_token);
    const ofVehicles = ids.flatMap((id) =>
      ['', '/permissions', '/battery/nominal_capacity', '/bmw/charge/records', '/MINI/charge/records'].map(
        (below) => `/v2.0/vehicles/${id}${below}`,
      ),
    );
    for (const path of ['/v2.0/user', '/v2.0/vehicles', '/v2.0/vehicles?limit=0', ...ofVehicles]) {
      const described = path
        .replace(/\?.*/, '')
        .replace(/[\da-f-]{36}/, '{id}')
        .replace(/bmw|MINI/, '{make}');
      await validate(service, described, 'get', await client.get(path, access_token));
    }
    await validate(service, '/oauth/authorize', 'get', await fetch(client.connectUrl(), { redirect: 'manual' }));
    await validate(service, '/battery-capacity', 'get', await fetch(`${client.addresses.baseUrl}/battery-capacity`));

    const calls: [Method, string, unknown?][] = [
      ['get', '/'],
      ['get', '/clock'],
      ['post', '/clock', { advance: 1 }],
      ['post', '/clock', {}],
      ['post', '/faults', { operation: 'user', error: { type: 'SERVER' } }],
      ['get', '/faults'],
      ['delete', '/faults/1'],
      ['delete', '/faults/1'],
      ['delete', '/faults'],
      ['post', '/charges', { vehicleId: ids[0] }],
      ['get', '/requests'],
      ['get', '/requests?since=x'],
      ['get', '/state'],
      ['put', '/state', await (await client.control('/state')).json()],
      ['put', '/state', {}],
      ['post', `/proof?question=${'q'.repeat(43)}`],
      ['post', '/proof'],
      ['post', '/lease', { id: 'a', ttlSeconds: 1 }],
      ['delete', '/lease/a'],
      ['delete', '/requests'],
      ['post', '/reset'],
      ['get', '/scenario.schema.json'],
      ['post', '/stop'],
    ];
    for (const [method, path, sent] of calls) {
      const answer = await client.control(path, method.toUpperCase(), sent);
      const described = `/sandbox${path.replace(/\?.*/, '').replace(/\/(faults|lease)\/.*/, '/$1/{id}')}`;
      await validate(control, described, method, answer);
    }
  });

  it('give editors a schema of scenarios', async () => {
    const schema = (await (await client.control('/scenario.schema.json')).json()) as z.core.JSONSchema.JSONSchema;
    const checked = z.fromJSONSchema(schema);
    assert.ok(
      checked.safeParse({ owners: [{ name: 'Kim', vehicles: { count: 3 } }], clock: { freeze: true } }).success,
    );
    assert.equal(checked.safeParse({ owners: [{ name: 'Kim' }] }).success, false);
    assert.equal(checked.safeParse({ colour: 1 }).success, false);
  });
});
