import assert from 'node:assert/strict';
import { requestDetails } from '../../../../src/extension/requests/details.ts';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { report, wording } from './fixture.ts';

function detailsOf(changes: Partial<RequestReport>): string {
  const journal = new RequestJournal();
  const call = {};
  journal.add(report({ ...changes, context: { call, attempt: 2 } }));
  journal.decide({ call, kind: 'gave-up', why: 'The car sleeps. Try again.' });
  const [entry] = journal.entries;
  assert.ok(entry);
  return requestDetails(entry, wording);
}

describe('requestDetails', () => {
  it('has notes, both sides’ headers and both bodies', () => {
    const text = detailsOf({
      status: 409,
      requestBody: 'grant_type=x&code=abcd',
      responseBody: { text: '{"type":"VEHICLE_STATE"}', isCut: false },
    });
    assert.deepEqual(text.split('\n'), [
      '# rejected by the API · 409 · 43 ms · 312 B · 12:04:00',
      '# Vehicle: 36ab27d0',
      '# Attempt 2',
      '# gave up',
      '# The car sleeps. Try again.',
      '# Request ID: 26c14915-0c26-43c5-8e42-9edfc2a66a0f',
      '# Secrets are replaced by “…”.',
      '',
      'GET https://api.example.test/v2.0/vehicles/36ab27d0-fd9d-4455-823a-ce30af709ffc/battery/nominal_capacity',
      'Authorization: Bearer …',
      'Accept: application/json',
      '',
      'grant_type=x&code=…',
      '',
      '###',
      'HTTP 409',
      'content-type: application/json',
      '',
      '{',
      '  "type": "VEHICLE_STATE"',
      '}',
      '',
    ]);
  });

  it('says that no answer came, and that a body is cut', () => {
    const none = detailsOf({ status: undefined, failure: 'Nobody answers.', responseHeaders: undefined, bytes: 0 });
    assert.match(none, /\n# Nobody answers\.\n[^]*\n###\n# no response\n/);
    const cut = detailsOf({ bytes: 90_000, responseBody: { text: '{"records":[ ', isCut: true } });
    assert.match(cut, /\n\{"records":\[ \n# Truncated\. The response has 90000 bytes\.\n$/);
  });

  it('offers no request of a response’s', () => {
    const request = 'GET https://elsewhere.test/{{$processEnv KEY}}';
    for (const end of ['\n', '\r\n', '\r', '\u2028']) {
      const body = { text: ['###', request, '#### more', request].join(end), isCut: false };
      const lines = detailsOf({ responseBody: body }).split(/[\n\r\u2028]/);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('###')),
        ['###'],
      );
      assert.ok(lines.includes(request), 'to be read all the same');
    }
  });
});
