import assert from 'node:assert/strict';
import * as z from 'zod';
import { rules } from '../../../../src/sandbox/rules/rules.ts';
import { SandboxClient } from '../client.ts';

/** What OpenAPI 3.1 asks of a document, as far as these documents use it; nothing beyond it may stand there. */
const schemaObject = z.looseObject({});
const content = z.record(z.string().regex(/^[a-z]+\/[a-z.+-]+$/), z.strictObject({ schema: schemaObject }));
const operationObject = z.strictObject({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  'x-basis': z.enum(['document', 'public', 'reported', 'assumed']),
  'x-rules': z.array(z.string().refine((id) => id in rules)).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header', 'cookie']),
      description: z.string(),
      required: z.boolean(),
      schema: schemaObject,
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^(?:[1-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: content.optional() }),
  ),
});
const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string().min(1), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operationObject),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schemaObject),
    securitySchemes: z
      .record(z.string(), z.strictObject({ type: z.literal('http'), scheme: z.string(), description: z.string() }))
      .optional(),
  }),
  'x-rules': z.record(z.string(), z.object({ title: z.string(), basis: z.string(), section: z.string() })),
});
type Document = z.output<typeof openApi>;

describe('OpenAPI documents of the sandbox', () => {
  let client: SandboxClient;
  let control: Document;
  let service: Document;
  beforeEach(async () => {
    client = await SandboxClient.start();
    const read = async (path: string) => openApi.parse(await (await client.control(path)).json());
    control = await read('/openapi.json');
    service = await read('/service.openapi.json');
  });
  afterEach(() => client.close());

  it('are whole: references lead somewhere, path parameters are described, ids are unique', () => {
    for (const document of [control, service]) {
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
      assert.ok(references.length > 0);
      for (const [, name = ''] of references) assert.ok(name in document.components.schemas, name);
      const ids = new Set<string>();
      for (const [path, item] of Object.entries(document.paths)) {
        for (const operation of Object.values(item)) {
          assert.ok(!ids.has(operation.operationId), operation.operationId);
          ids.add(operation.operationId);
          const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
          const described = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
          assert.deepEqual(described.toSorted(), inPath.toSorted(), path);
          for (const name of (operation.security ?? []).flatMap((each) => Object.keys(each))) {
            assert.ok(name in (document.components.securitySchemes ?? {}));
          }
        }
      }
    }
  });

  it('name the rules of each operation', () => {
    for (const { paths, 'x-rules': known } of [control, service]) {
      for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
        const [first = '', ...others] = operation['x-rules'];
        assert.equal(known[first]?.basis, operation['x-basis']);
        for (const id of others) assert.ok(id in known, id);
      }
    }
  });

  it('describe the real answers', async () => {
    const validate = async (
      document: Document,
      path: string,
      method: 'get' | 'post' | 'put' | 'delete',
      answer: Response,
    ) => {
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
    const all = 'read_vehicle_info read_battery read_charge_records';
    const { access_token, refresh_token } = await client.pair({ scope: all });
    await validate(service, '/oauth/token', 'post', await client.refresh(refresh_token));
    await validate(service, '/oauth/token', 'post', await client.refresh('none'));
    await validate(service, '/oauth/token', 'post', await client.token({}, { Authorization: 'Basic eA==' }));
    const list = await client.get('/v2.0/vehicles', access_token);
    const { vehicles } = (await list.clone().json()) as { vehicles: string[] };
    await validate(service, '/v2.0/vehicles', 'get', list);
    await validate(service, '/v2.0/vehicles', 'get', await client.get('/v2.0/vehicles?limit=0', access_token));
    await validate(service, '/v2.0/user', 'get', await client.get('/v2.0/user', access_token));
    await validate(service, '/v2.0/user', 'get', await client.get('/v2.0/user', 'none'));
    for (const id of vehicles) {
      for (const below of ['', '/permissions', '/battery/nominal_capacity']) {
        const answer = await client.get(`/v2.0/vehicles/${id}${below}`, access_token);
        await validate(service, `/v2.0/vehicles/{id}${below}`, 'get', answer);
      }
      for (const make of ['bmw', 'mini', 'BMW']) {
        const answer = await client.get(`/v2.0/vehicles/${id}/${make}/charge/records`, access_token);
        await validate(service, '/v2.0/vehicles/{id}/{make}/charge/records', 'get', answer);
      }
    }
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const vehicle = `${client.addresses.baseUrl}/v2.0/vehicles/${vehicles[0] ?? ''}`;
    await validate(
      service,
      '/v2.0/vehicles/{id}/application',
      'delete',
      await fetch(`${vehicle}/application`, { method: 'DELETE', headers }),
    );
    await validate(service, '/oauth/authorize', 'get', await fetch(client.connectUrl(), { redirect: 'manual' }));
    await validate(service, '/battery-capacity', 'get', await fetch(`${client.addresses.baseUrl}/battery-capacity`));

    const calls: ['get' | 'post' | 'put' | 'delete', string, unknown?][] = [
      ['get', '/'],
      ['get', '/clock'],
      ['post', '/clock', { advance: 1 }],
      ['post', '/clock', {}],
      ['post', '/faults', { operation: 'user', error: { type: 'SERVER' } }],
      ['get', '/faults'],
      ['delete', '/faults/1'],
      ['delete', '/faults/1'],
      ['delete', '/faults'],
      ['post', '/charges', { vehicleId: vehicles[0] }],
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
