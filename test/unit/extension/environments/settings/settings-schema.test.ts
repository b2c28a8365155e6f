import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { manifest } from '../../../manifest/manifest.ts';

const schema = manifest.contributes.configuration.properties['vehicleData.environments'];
const validate = new Ajv({ strict: false, allErrors: true, formats: {} }).compile(schema as object);

/** What is marked in settings.json. */
function marked(entry: object): string[] {
  validate({ own: entry });
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
}

describe('the schema of environments', () => {
  it('marks test vehicles in an entry for version 3 alone, and takes either name of the application', () => {
    for (const id of [{ clientId: 'app-1' }, { applicationId: 'app-1' }]) {
      assert.deepEqual(marked({ ...id, mode: 'test' }), []);
      assert.deepEqual(marked({ ...id, apiClientId: 'client_1', mode: 'test' }), []);
      assert.deepEqual(marked({ ...id, version: '3', mode: 'test' }), ['/own/mode']);
      assert.deepEqual(marked({ ...id, version: '3', mode: 'simulated' }), []);
    }
    assert.deepEqual(marked({ clientId: 'client_1', apiClientId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07' }), [
      '/own/clientId',
      '/own/apiClientId',
    ]);
  });
});
