import assert from 'node:assert/strict';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { presentRepeat, presentRequest } from '../../../../src/extension/requests/presentation.ts';
import { repeatsOf } from '../../../../src/extension/requests/presentation.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { report, wording } from './fixture.ts';

const page = (offset: number) => ({ url: `https://api.example.test/v2.0/vehicles?limit=50&offset=${offset}` });
const by = (sessionId: string) => ({
  context: {
    call: {},
    attempt: 1,
    repeatable: { sessionId, operation: 'vehicles', version: '2.0', path: '/vehicles' },
  } as const,
});

function repeats(...changes: readonly Partial<RequestReport>[]) {
  const journal = new RequestJournal();
  for (const each of changes) journal.add(report(each));
  return repeatsOf(journal.entries);
}

const ids = (of: ReturnType<typeof repeats>) =>
  of.map(({ newest, earlier }) => [newest, ...earlier].map(({ id }) => id));

describe('repeated requests', () => {
  it('are one line in the place of the last, whatever was sent between them', () => {
    const poll = { bytes: 1 };
    assert.deepEqual(ids(repeats(poll, page(0), poll, poll)), [[4, 3, 1], [2]]);
    assert.deepEqual(ids(repeats(poll, poll, page(0))), [[3], [2, 1]]);
  });

  it('are not those of other addresses, pages, methods, purposes or accounts', () => {
    const token = { url: 'https://auth.example.test/oauth/token', method: 'POST' };
    const all = repeats(
      page(0),
      page(50),
      { ...page(0), method: 'POST' },
      { ...token, operation: 'exchange-code' },
      { ...token, operation: 'refresh-tokens' },
      { ...page(0), ...by('a') },
      { ...page(0), ...by('b') },
      { url: 'https://other.example.test/v2.0/vehicles?limit=50&offset=0' },
    );
    assert.equal(all.length, 8);
    assert.equal(new Set(all.map(({ key }) => key)).size, 8);
  });

  it('keep their key when one more is sent', () => {
    assert.equal(repeats({}, {})[0]?.key, repeats({})[0]?.key);
  });

  it('say how often and how many failed, and each its moment', () => {
    const [found] = repeats({ status: 429 }, { status: undefined, failure: 'Nobody answers.' }, {}, {});
    assert.ok(found);
    const { newest, earlier } = found;
    const line = presentRequest(newest, wording, earlier);
    assert.equal(line.label, 'GET nominal_capacity ×4');
    assert.equal(line.description, '36ab27d0 · 200 · 2 failed before · v2.0 · 12:04:00');
    assert.equal(line.icon, 'pass');
    assert.equal(presentRequest(newest, wording, earlier.slice(0, 1)).description, '36ab27d0 · 200 · v2.0 · 12:04:00');
    const first = presentRepeat(earlier.at(-1) ?? assert.fail(), wording);
    assert.deepEqual([first.label, first.description], ['12:04:00', '429']);
    assert.equal(first.spoken, '12:04:00, 429, rejected by the API');
    assert.deepEqual([first.icon, first.tokens], ['warning', ['request', 'requestId']]);
  });
});
