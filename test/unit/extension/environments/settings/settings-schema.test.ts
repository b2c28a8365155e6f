import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { manifest, texts } from '../../../manifest/manifest.ts';

const schema = manifest.contributes.configuration.properties['vehicleData.environments'];
const validate = new Ajv({ strict: false, allErrors: true, formats: {} }).compile(schema as object);

/** What is marked in settings.json. */
function marked(entry: object): string[] {
  validate({ own: entry });
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
}

describe('the schema of environments', () => {
  it('marks the legacy client ID and test vehicles in an entry of version 3, and no other', () => {
    const ofVersion2 = { clientId: 'app-1', mode: 'test' };
    assert.deepEqual(marked(ofVersion2), []);
    assert.deepEqual(marked({ ...ofVersion2, version: '2.0' }), []);
    for (const sign of [{ version: '3' }, { applicationId: 'app-1' }, { apiClientId: 'client_1' }]) {
      assert.deepEqual(marked({ ...ofVersion2, ...sign }), ['/own/clientId', '/own/mode']);
      assert.deepEqual(marked({ ...sign, mode: 'simulated' }), []);
    }
    assert.match(JSON.stringify(schema), /"errorMessage":"%settings\.clientId\.version3%"/);
    assert.match(texts['settings.clientId.version3'] ?? '', /applicationId and apiClientId/);
  });
});
