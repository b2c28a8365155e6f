import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { fields } from '../../../../src/service/records/columns.ts';
import { ColumnStore } from '../../../../src/webview/data/column-store.ts';

const batchRows = 2000;
/** Just more problems than make their columns get room for twice as many. */
const rows = 50_000;

/** A store that lacks every field of every record. */
function storeOfBad(): ColumnStore {
  const writer = new ColumnWriter();
  const store = new ColumnStore();
  for (let row = 0; row < rows; row += batchRows) {
    store.append(
      writer.write(
        Array.from({ length: batchRows }, () => ({})),
        row,
      ),
    );
  }
  return store;
}

/** Bytes of all typed arrays in use once everything unused has been collected. */
function arrayBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // What the first one has found is given back at the latest when the next one begins.
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('ColumnStore', () => {
  it('gives back what its columns have taken ahead, those of problems as well, and pauses on the way', () => {
    const before = arrayBytes();
    const store = storeOfBad();
    let steps = 0;
    for (const _ of store.trim()) steps += 1;
    const problems = rows * fields.length;
    // A problem is two numbers of 4 bytes and two of 1, a row of all other columns at most 40 bytes.
    const most = problems * 10 + rows * 40;
    const taken = arrayBytes() - before;
    assert(taken <= most, `${taken} bytes of at most ${most}`);
    assert(steps > fields.length, `${steps} steps`);
    assert.equal(store.problemsOf(rows - 1).length, fields.length);
  });
});
