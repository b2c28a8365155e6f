import assert from 'node:assert/strict';
import { fileTarget, recordFile } from '../../../../../src/extension/records/file/record-file.ts';
import { RecordLoad } from '../../../../../src/extension/records/load/record-load.ts';
import type { ToPage } from '../../../../../src/viewer/messages/to-page.ts';

/** How the load of a file ends, as the page is told. */
async function endOf(text: string): Promise<ToPage | undefined> {
  const told: ToPage[] = [];
  const services = {
    load: () => Promise.resolve(recordFile(Buffer.from(text, 'latin1'))),
    clock: { now: () => 0 },
    log: { error: () => undefined },
  } as unknown as ConstructorParameters<typeof RecordLoad>[2];
  await new RecordLoad(1, fileTarget('file:///a', 'a'), services, (message) => told.push(message)).run();
  return told.at(-1);
}

describe('the load of a file', () => {
  const csv = 'chargeStart,location\n2026-11-01T18:00:00Z,Zürich';

  it('tells the page what was understood of it', async () => {
    const end = await endOf(csv);
    assert.ok(end?.type === 'done');
    assert.deepEqual(end.notes, [
      'Some characters are not valid UTF-8 and are shown as \ufffd. Save the file as UTF-8.',
    ]);
  });

  it('tells it also where the file breaks off', async () => {
    const end = await endOf(`${csv}\n2026-11-01T18:00:00Z,"Zü`);
    assert.ok(end?.type === 'failed');
    assert.match(end.message, /a quotation mark in line 3 that does not end/);
    assert.deepEqual(end.notes, [
      'Some characters are not valid UTF-8 and are shown as \ufffd. Save the file as UTF-8.',
    ]);
  });

  it('says nothing of one that is as an export writes it', async () => {
    const end = await endOf('{"records":[]}');
    assert.deepEqual(end, { type: 'done', load: 1, rows: 0, receivedAt: 0, fetchedAt: undefined });
  });
});
