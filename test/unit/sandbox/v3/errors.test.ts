import assert from 'node:assert/strict';
import { SandboxClient } from '../client.ts';

describe('Errors of version 3', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());

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
});
