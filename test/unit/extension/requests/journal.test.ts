import assert from 'node:assert/strict';
import { type JournalEntry, RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { logLine } from '../../../../src/extension/requests/presentation.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { report } from './fixture.ts';

function entryOf(changes: Partial<RequestReport>): JournalEntry {
  const journal = new RequestJournal();
  journal.add(report(changes));
  return journal.entries[0] ?? assert.fail('not kept');
}

describe('RequestJournal', () => {
  it('keeps the last requests, newest first', () => {
    const journal = new RequestJournal(2);
    for (const bytes of [1, 2, 3]) journal.add(report({ bytes }));
    assert.deepEqual(
      journal.entries.map(({ id, bytes }) => [id, bytes]),
      [
        [3, 3],
        [2, 2],
      ],
    );
  });

  it('keeps the newest bodies whole, and of older ones the beginning', () => {
    const journal = new RequestJournal();
    const responseBody = { text: JSON.stringify('x'.repeat(3 << 20)), isCut: false };
    for (let count = 0; count < 4; count += 1) journal.add(report({ responseBody }));
    assert.deepEqual(
      journal.entries.map(({ responseBody: kept }) => [kept?.text.length, kept?.isCut]),
      [
        [(3 << 20) + 2, false],
        [(3 << 20) + 2, false],
        [16_384, true],
        [16_384, true],
      ],
    );
  });

  it('tells of each request, and of being cleared', () => {
    const journal = new RequestJournal();
    const told: (number | string)[] = [];
    journal.onDidAdd(({ id }) => told.push(id));
    journal.onDidChange(() => told.push('changed'));
    journal.add(report());
    journal.clear();
    assert.deepEqual(told, [1, 'changed', 'changed']);
    assert.equal(journal.entries.length, 0);
    journal.add(report());
    assert.equal(journal.entries[0]?.id, 2);
  });

  it('counts the answered requests that a plan may charge for, by vehicle, and goes on when it is cleared', () => {
    const journal = new RequestJournal(1);
    const about = (meteredVehicle: string | undefined, status = 200) =>
      journal.add(report({ status, context: { call: {}, attempt: 1, meteredVehicle } }));
    for (const vehicle of ['one', 'two', 'two', undefined]) about(vehicle);
    about('one', 429);
    journal.clear();
    about('one');
    about('two');
    assert.equal(journal.entries[0]?.billable, 3);
    assert.equal(journal.billable, 5);
    about(undefined);
    assert.equal(journal.entries[0]?.billable, undefined);
  });

  it('notes what was decided about the last request of a call', () => {
    const journal = new RequestJournal();
    const [call, other] = [{}, {}];
    const decided: number[] = [];
    journal.onDidDecide(({ id }) => decided.push(id));
    journal.add(report({ status: 401, context: { call, attempt: 1 } }));
    journal.add(report({ context: { call: other, attempt: 1 } }));
    journal.decide({ call, kind: 'refreshed', why: 'Rejected.' });
    journal.add(report({ status: 409, context: { call, attempt: 2 } }));
    journal.decide({ call, kind: 'gave-up', why: 'Asleep.' });
    journal.decide({ call: {}, kind: 'gave-up', why: 'Of a call that sent nothing.' });
    assert.deepEqual(
      journal.entries.map(({ attempt, decision }) => [attempt, decision?.kind, decision?.why]),
      [
        [2, 'gave-up', 'Asleep.'],
        [1, undefined, undefined],
        [1, 'refreshed', 'Rejected.'],
      ],
    );
    assert.deepEqual(decided, [1, 3]);
  });

  it('tells an answer from a refusal and from no answer', () => {
    assert.equal(entryOf({ status: 204 }).outcome, 'ok');
    assert.equal(entryOf({ status: 501 }).outcome, 'refused');
    assert.equal(entryOf({ status: 307 }).outcome, 'refused');
    assert.equal(entryOf({ status: 200, failure: 'The connection was lost.' }).outcome, 'failed');
    assert.equal(entryOf({ status: undefined, failure: undefined }).outcome, 'failed');
  });
});

describe('logLine', () => {
  it('is one line with the whole path', () => {
    assert.equal(
      logLine(entryOf({ url: 'https://api.example.test/v2.0/vehicles?limit=50', requestId: 'r1' })),
      'GET https://api.example.test/v2.0/vehicles?limit=50 → 200, 43 ms, 312 B, request id r1',
    );
    assert.match(logLine(entryOf({ failure: 'Lost\nhalfway' })), /→ Lost halfway, 43 ms/);
  });
});
