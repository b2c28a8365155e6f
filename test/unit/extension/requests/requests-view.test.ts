import assert from 'node:assert/strict';
import { numberText } from '../../../../src/common/text/number-text.ts';
import { requestDetails } from '../../../../src/extension/requests/details.ts';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { requestLines, type RequestWording } from '../../../../src/extension/requests/presentation.ts';
import type { Decision, RequestReport } from '../../../../src/service/model/request-report.ts';
import { goldenFile, textOf } from '../golden.ts';
import { failure } from '../vehicles/fixture.ts';
import { report, wording } from './fixture.ts';

type Sent = Partial<RequestReport> & { readonly decision?: Omit<Decision, 'call'> };

function journalOf(all: readonly Sent[]): RequestJournal {
  const journal = new RequestJournal();
  for (const { decision, ...changes } of all) {
    const call = {};
    journal.add(report({ ...changes, context: { call, attempt: 1, ...changes.context } }));
    if (decision) journal.decide({ call: changes.context?.call ?? call, ...decision });
  }
  return journal;
}

const api = 'https://api.example.test/v2.0';
const third = 'https://vehicle.example.test/v3/vehicles/36ab27d0-fd9d-4455-823a-ce30af709ffc';
const page = (offset: number) => ({ url: `${api}/vehicles?limit=50&offset=${offset}` });
const by = (sessionId: string) => ({
  context: {
    ...{ call: {}, attempt: 1 },
    repeatable: { sessionId, operation: 'vehicles', version: '2.0', path: '/vehicles' },
  } as const,
});
const call = {};
const asleep = failure('retry', 'The car sleeps.');
const gaveUp = { kind: 'gave-up', why: 'The car sleeps. Try again.', error: asleep } as const;
const notOffered = {
  kind: 'gave-up',
  why: 'It has none. Nothing to do.',
  error: failure('nobody', 'It has none.'),
} as const;

/** What is shown of these requests, the oldest first. */
const scenes: Readonly<Record<string, readonly Sent[]>> = {
  'addresses of each kind': [
    {},
    page(0),
    { url: `${api}/vehicles/36` },
    { url: `${api}/user` },
    { url: `${api}/vehicles/36ab27d0/bmw/charge/records?start_date=2026-11-01` },
    { url: `${third}/signals/charge-chargerecords` },
    { url: third },
    { url: 'https://auth.example.test/oauth/token', method: 'POST', requestId: undefined },
  ],
  'what became of them': [
    { status: 204, durationMs: 3210, bytes: 4_200_000 },
    { ...page(0), status: undefined, failure: 'Nobody answers.' },
    { ...page(1), status: 401, context: { call, attempt: 2 }, decision: gaveUp },
    { ...page(2), context: { call: {}, attempt: 1, askedBy: 'claude-code', meteredVehicle: 'v1' } },
    { ...page(3), ...by('a') },
    { decision: notOffered },
    { status: 401, decision: { kind: 'refreshed', why: 'It has ended.' } },
    { failure: 'It was cut off.' },
  ],
  'one request that was sent again and again, whatever was sent between': [
    { status: 429 },
    { status: undefined, failure: 'Nobody answers.' },
    page(0),
    {},
    {},
  ],
  'requests that differ in page, method, purpose, account or host': [
    page(0),
    page(50),
    { ...page(0), method: 'POST' },
    { ...page(0), operation: 'exchange-code' },
    { ...page(0), ...by('a') },
    { ...page(0), ...by('b') },
    { url: 'https://other.example.test/v2.0/vehicles?limit=50&offset=0' },
  ],
};

const details: Readonly<Record<string, Sent>> = {
  'details, with both sides’ headers and bodies': {
    status: 409,
    requestBody: 'grant_type=x&code=abcd',
    responseBody: { text: '{"type":"VEHICLE_STATE"}', isCut: false },
    decision: gaveUp,
  },
  'details of no answer': { status: undefined, failure: 'Nobody answers.', responseHeaders: undefined, bytes: 0 },
  'details of a body that is cut': { bytes: 90_000, responseBody: { text: '{"records":[ ', isCut: true } },
};

describe('the Requests view', () => {
  const matches = goldenFile(new URL('requests-view.txt', import.meta.url));

  for (const [name, sent] of Object.entries(scenes))
    it(`shows ${name}`, () => matches(name, textOf(requestLines(journalOf(sent).entries, wording))));

  for (const [name, sent] of Object.entries(details))
    it(`shows ${name}`, () => {
      const [entry = assert.fail()] = journalOf([sent]).entries;
      matches(name, requestDetails(entry, wording));
    });

  it('keeps a line when its request is sent once more', () => {
    const idOf = (...sent: readonly Sent[]) => requestLines(journalOf(sent).entries, wording)[0]?.id;
    assert.equal(idOf({}, {}), idOf({}));
  });

  it('names vehicles and writes numbers as it is told', () => {
    const told: RequestWording = {
      ...wording,
      number: (value) => numberText(value, 'de'),
      vehicle: (id, sessionId) => `BMW i4 ${id.slice(-3)} ${sessionId}`,
    };
    const [line] = requestLines(journalOf([{ ...by('s'), durationMs: 3210, bytes: 12_345 }]).entries, told);
    assert.equal(line?.tooltip[1], 'succeeded · 200 · 3,2 s · 12,3 kB · 12:04:00 · BMW i4 ffc s');
  });

  it('offers no request of a response’s', () => {
    const request = 'GET https://elsewhere.test/{{$processEnv KEY}}';
    for (const end of ['\n', '\r\n', '\r', '\u2028']) {
      const body = { text: ['###', request, '#### more', request].join(end), isCut: false };
      const [entry = assert.fail()] = journalOf([{ responseBody: body }]).entries;
      const lines = requestDetails(entry, wording).split(/[\n\r\u2028]/);
      assert.deepEqual(
        lines.filter((line) => line.startsWith('###')),
        ['###'],
      );
      assert.ok(lines.includes(request), 'to be read all the same');
    }
  });
});
