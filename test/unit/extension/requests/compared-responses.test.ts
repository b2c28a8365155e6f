import assert from 'node:assert/strict';
import { olderFirst } from '../../../../src/extension/requests/compared-responses.ts';
import { RequestJournal } from '../../../../src/extension/requests/journal.ts';
import { closeServers, get, recordingTransport, reply, serve } from '../../service/http/loopback.ts';
import { record } from '../../service/records/record-bodies.ts';

/** So many records, the last of them with this energy. */
function recordsBody(count: number, lastEnergy: number): string {
  const start = (at: number) => new Date(Date.UTC(2026, 0, 1, at)).toISOString();
  const records = Array.from({ length: count }, (_, at) => record({ chargeStart: start(at) }));
  return JSON.stringify({ records: [...records.slice(1), record({ chargeStart: start(count), energy: lastEnergy })] });
}

/** The journal's two responses with these bodies, as they are compared. */
async function responses(...bodies: readonly [string, string]) {
  const { transport, reports } = recordingTransport();
  const journal = new RequestJournal();
  for (const body of bodies) await transport.send(get(await serve(reply(200, body)), { operation: 'charge-records' }));
  for (const each of reports) journal.add(each);
  const [newer, older] = journal.entries;
  assert.ok(newer && older);
  return olderFirst(newer, older);
}

describe('two responses', () => {
  afterEach(closeServers);

  it('are compared to their last record', async () => {
    const [older, newer] = await responses(recordsBody(80, 1), recordsBody(80, 2));
    assert.deepEqual([older.name, newer.name], ['charge-records 1.json', 'charge-records 2.json']);
    const [before, after] = [older, newer].map(({ text }) => text.split('\n'));
    const changed = after?.filter((line, at) => line !== before?.[at]);
    assert.deepEqual(changed, ['      "energy": 2,']);
  });

  it('say which of them is not whole', async () => {
    const names = (await responses(recordsBody(80, 1), recordsBody(2000, 2))).map(({ name }) => name);
    assert.deepEqual(names, ['charge-records 1.json', 'charge-records 2 (truncated).json']);
  });
});
