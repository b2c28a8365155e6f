import assert from 'node:assert/strict';
import { numberText } from '../../../../src/common/text/number-text.ts';
import { type JournalEntry, RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { logLine, presentRequest } from '../../../../src/extension/requests/presentation.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';
import { report, wording } from './fixture.ts';

function entryOf(changes: Partial<RequestReport>): JournalEntry {
  const journal = new RequestJournal();
  journal.add(report(changes));
  return journal.entries[0] ?? assert.fail('not kept');
}

const lineOf = (changes: Partial<RequestReport>) => presentRequest(entryOf(changes), wording);

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
    const wording = { time: String, number: String, vehicle: () => undefined };
    const tooltip = () => presentRequest(journal.entries[0] ?? assert.fail(), wording).tooltip;
    assert.ok(tooltip().includes('Billable in version 3: request 3 about this vehicle'));
    assert.equal(journal.billable, 5);
    about(undefined);
    assert.doesNotMatch(tooltip().join(), /Billable/);
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

describe('presentRequest', () => {
  it('shows time, version, method, path without id, vehicle and status; duration and size in the tooltip', () => {
    const { label, description, spoken } = lineOf({});
    assert.equal(label, 'GET nominal_capacity');
    assert.equal(description, '36ab27d0 · 200 · v2.0 · 12:04:00');
    assert.equal(spoken, `${label}, ${description}, succeeded`);
    assert.equal(lineOf({ url: 'https://api.example.test/v2.0/vehicles?limit=50' }).label, 'GET /vehicles');
    assert.equal(lineOf({ url: 'https://api.example.test/v2.0/vehicles/36ab27d0' }).label, 'GET /vehicles/…');
    assert.equal(lineOf({ url: 'https://auth.example.test/oauth/token' }).label, 'GET /oauth/token');
    const records = 'https://api.example.test/v2.0/vehicles/36ab27d0/bmw/charge/records?start_date=2026-11-01';
    assert.equal(lineOf({ url: records }).label, 'GET charge/records');
    const third = 'https://vehicle.example.test/v3/vehicles/36ab27d0-fd9d-4455-823a-ce30af709ffc';
    assert.equal(lineOf({ url: `${third}/signals/charge-chargerecords` }).label, 'GET chargerecords');
    assert.equal(lineOf({ url: third }).label, 'GET /vehicles/…');
    assert.equal(
      lineOf({ durationMs: 3210, bytes: 4_200_000 }).tooltip[1],
      'succeeded · 36ab27d0 · 200 · v2.0 · 12:04:00 · 3.2 s · 4.2 MB',
    );
  });

  it('names the vehicle, or begins its ID where the name is not known', () => {
    const repeatable = { sessionId: 's', operation: 'user', version: '2.0', path: '/user' } as const;
    const entry = entryOf({ context: { call: {}, attempt: 1, repeatable } });
    const named = { ...wording, vehicle: (id: string, session?: string) => `BMW i4 ${id.slice(-3)} ${session}` };
    assert.equal(presentRequest(entry, named).description, 'BMW i4 ffc s · 200 · v2.0 · 12:04:00');
    assert.equal(
      lineOf({ url: 'https://api.example.test/v2.0/vehicles/36' }).description,
      '36 · 200 · v2.0 · 12:04:00',
    );
    assert.equal(lineOf({ url: 'https://api.example.test/v2.0/user' }).description, '200 · v2.0 · 12:04:00');
  });

  it('writes its numbers as the wording does', () => {
    const german = { ...wording, number: (value: number) => numberText(value, 'de') };
    const { tooltip } = presentRequest(entryOf({ durationMs: 3210, bytes: 12_345 }), german);
    assert.equal(tooltip[1], 'succeeded · 36ab27d0 · 200 · v2.0 · 12:04:00 · 3,2 s · 12,3 kB');
  });

  it('has the whole address, the failure and the request id in its tooltip', () => {
    const url = 'https://api.example.test/v2.0/vehicles?limit=50';
    const { tooltip, icon, description } = lineOf({ url, status: undefined, failure: 'Nobody answers.' });
    assert.equal(tooltip[0], `GET ${url}`);
    assert.ok(tooltip.includes('Nobody answers.'));
    assert.ok(tooltip.includes('Request ID: 26c14915-0c26-43c5-8e42-9edfc2a66a0f'));
    assert.deepEqual([icon, description], ['error', 'no response · v2.0 · 12:04:00']);
  });

  it('says which attempt it was, what was decided and why', () => {
    const entry = { ...entryOf({ status: 401, context: { call: {}, attempt: 2 } }) };
    const decided = { ...entry, decision: { kind: 'gave-up', why: 'No newer token.' } } as const;
    const { description, tooltip } = presentRequest(decided, wording);
    assert.equal(description, '401 · 36ab27d0 · attempt 2 · gave up · v2.0 · 12:04:00');
    assert.ok(tooltip.includes('No newer token.'));
    assert.match(logLine(decided), /, attempt 2, /);
  });

  it('offers to send again only what can be', () => {
    const repeatable = { sessionId: 's', operation: 'user', version: '2.0', path: '/user' } as const;
    const { tokens } = lineOf({ context: { call: {}, attempt: 1, repeatable } });
    assert.deepEqual(tokens, ['request', 'requestId', 'repeatable']);
  });

  it('offers to copy a request id only where there is one', () => {
    assert.deepEqual(lineOf({}).tokens, ['request', 'requestId']);
    assert.deepEqual(lineOf({ requestId: undefined }).tokens, ['request']);
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
