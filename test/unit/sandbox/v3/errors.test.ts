import assert from 'node:assert/strict';
import { signalList } from '../../../../src/service/v3/contract.ts';
import { closedAfterEach, SandboxClient } from '../client.ts';
import { Version3Client } from './client.ts';

describe('Errors of version 3', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());
  const start = closedAfterEach(() => Version3Client.start());

  it('are a list, as JSON:API has it, at paths of version 3 and nowhere else', async () => {
    for (const path of ['/v3', '/v3/vehicles', '/v3/vehicles/1/battery', '/oauth2/none']) {
      const answer = await client.get(path, 'none');
      assert.equal(answer.status, 404, path);
      const { errors } = (await answer.json()) as { errors: Record<string, unknown>[] };
      const [error = {}] = errors;
      assert.equal(errors.length, 1);
      assert.deepEqual([error.status, error.type, error.code], ['404', 'RESOURCE_NOT_FOUND', 'INVALID_PATH']);
      assert.deepEqual(error.meta, { debug: { requestId: answer.headers.get('SC-Request-Id') } });
    }
    for (const path of ['/v30/vehicles', '/v3.0/vehicles', '/v2.0/v3', '/oauth/none']) {
      assert.ok('statusCode' in ((await (await client.get(path, 'none')).json()) as object), path);
    }
  });

  it('have codes of their own, which faults name, in the form of the version that is asked', async () => {
    const { faults } = client.sandbox;
    const { access_token } = await client.pair();
    const error = { type: 'AUTHENTICATION', code: 'UNAUTHORIZED' } as const;
    faults.add({ operation: 'signals', error });
    faults.add({ operation: 'user', error });
    const body3 = (await (await client.get('/v3/vehicles/1/signals', access_token)).json()) as { errors: object[] };
    assert.partialDeepStrictEqual(body3.errors[0], { status: '401', ...error });
    const body2 = (await (await client.get('/v2.0/user', access_token)).json()) as object;
    assert.partialDeepStrictEqual(body2, { statusCode: 401, ...error });
    assert.throws(() => faults.add({ operation: 'signals', error: { type: 'AUTHENTICATION', code: 'NONE' } }));
  });

  it('may be of one signal, inside an answer that succeeds', async () => {
    const version3 = await start();
    const code = 'charge-chargerecords';
    version3.client.sandbox.faults.add({ operation: 'any', times: 2, signal: { code } });
    const list = signalList.parse(await (await version3.signals()).json());
    for (const { attributes } of list.data) {
      if (attributes.code === code) {
        assert.equal(attributes.body, undefined);
        assert.partialDeepStrictEqual(attributes.status, { value: 'ERROR', error: { type: 'COMPATIBILITY' } });
      } else assert.notEqual(attributes.status?.error?.type, 'COMPATIBILITY');
    }
    assert.match(await (await version3.signal(code)).text(), /"status":{"value":"ERROR"/);
    assert.match(await (await version3.signal(code)).text(), /"values":/);
  });
});
