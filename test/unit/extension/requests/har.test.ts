import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { Har } from 'har-format';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import { toHar } from '../../../../src/extension/requests/har.ts';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { report } from './fixture.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addMetaSchema(draft6);
// CommonJS, with types that ESM can't read or none at all.
const require = createRequire(import.meta.url);
(require('ajv-formats') as (ajv: Ajv) => unknown)(ajv);
const schemas = require('har-schema') as Readonly<Record<string, object>>;
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const creator = { name: 'vehicle-data-explorer', version: '1.2.3' };

function problemsOf(har: Har): string {
  return ajv.validate('har.json#', har) ? '' : ajv.errorsText();
}

describe('toHar', () => {
  const journal = new RequestJournal();
  const call = {};
  journal.add(report({ startedAt: 2000, url: 'https://api.example.test/v2.0/vehicles?limit=50&offset=0' }));
  journal.add(
    report({
      operation: 'refresh-tokens',
      method: 'POST',
      startedAt: 1000,
      requestHeaders: { authorization: 'Basic aWQ6c2VjcmV0', 'content-type': 'application/x-www-form-urlencoded' },
      requestBody: 'grant_type=refresh_token&refresh_token=canary',
      responseBody: { text: '{"access_token":"canary"}', isCut: false },
    }),
  );
  journal.add(
    report({
      startedAt: 3000,
      status: undefined,
      responseHeaders: undefined,
      failure: 'Nobody answers.',
      bytes: 0,
      context: { call, attempt: 2 },
    }),
  );
  journal.decide({ call, kind: 'gave-up', why: 'The network is down.' });
  const har = toHar(journal.entries, creator);

  it('is HAR 1.2 by its schema, which refuses what is none', () => {
    assert.equal(problemsOf(har), '');
    assert.equal(problemsOf(toHar([], creator)), '');
    const broken = structuredClone(har);
    Reflect.deleteProperty(broken.log.entries[0]?.response ?? {}, 'status');
    assert.match(problemsOf(broken), /status/);
  });

  it('has the requests from the oldest on, with query, form, bodies and what was decided', () => {
    const [refresh, list, failed] = har.log.entries;
    assert.deepEqual(list?.request.queryString, [
      { name: 'limit', value: '50' },
      { name: 'offset', value: '0' },
    ]);
    assert.equal(list?.startedDateTime, '1970-01-01T00:00:02.000Z');
    assert.equal(list?.time, 43.4);
    assert.deepEqual(refresh?.request.postData, {
      mimeType: 'application/x-www-form-urlencoded',
      text: 'grant_type=refresh_token&refresh_token=…',
    });
    assert.equal(refresh?.response.content.text, '{\n  "access_token": "…"\n}');
    assert.equal(failed?.response.status, 0);
    const { _error, _attempt, _decision, _why } = failed as unknown as Record<string, unknown>;
    assert.deepEqual([_error, _attempt, _decision, _why], ['Nobody answers.', 2, 'gave-up', 'The network is down.']);
  });

  it('holds no secret', () => {
    assert.doesNotMatch(JSON.stringify(har), /canary|aWQ6c2VjcmV0|some-token/);
  });
});
