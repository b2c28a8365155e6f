import assert from 'node:assert/strict';
import { CellTexts } from '../../../../src/viewer/grid/cell-texts.ts';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { chargeForm } from '../../../../src/service/records/wire-format.ts';
import { record } from '../../service/records/record-bodies.ts';
import { storeOfValues } from '../stores.ts';

describe('cells', () => {
  it('repeat the value that broke the contract, and say where it is not kept', () => {
    const store = storeOfValues(Array.from({ length: 11_000 }, (_, row) => record({ energy: `value ${row}` })));
    const cells = new CellTexts(new Formats('en', 'kWh'));
    const problem = (row: number) => cells.words(store, row, 'energy').problem;
    assert.equal(problem(9), 'Expected a number. Received: "value 9"');
    assert.equal(problem(10_999), 'Expected a number. The received value was not kept: there were too many.');
  });

  it('have all digits of a number beside it, as the language writes them', () => {
    const store = storeOfValues([record({ energy: 1234.5678 })]);
    const { text, detail } = new CellTexts(new Formats('de', 'kWh')).words(store, 0, 'energy');
    assert.deepEqual([text, detail], ['1.234,57', '1.234,5678']);
  });

  it('have beside them what whole percents and minutes leave out', () => {
    const parts = { chargeStart: '2026-05-01T10:00:00Z', chargeEnd: '2026-05-01T10:00:20Z' };
    const store = storeOfValues([record({ ...parts, startPercentRemaining: 0.354, endPercentRemaining: 0.8 })]);
    const cells = new CellTexts(new Formats('en', 'kWh'));
    const detail = (id: 'startPercentRemaining' | 'endPercentRemaining' | 'chargeGained' | 'duration') =>
      cells.words(store, 0, id).detail;
    assert.deepEqual([detail('startPercentRemaining'), detail('endPercentRemaining')], ['35.4%', '']);
    assert.deepEqual([detail('chargeGained'), detail('duration')], ['44.6%', '20 seconds']);
  });

  it('have a duration that is the time between the minutes that are shown', () => {
    const of = (chargeStart: string, chargeEnd: string) => {
      const store = storeOfValues([record({ chargeStart, chargeEnd })]);
      const words = new CellTexts(new Formats('en', 'kWh'));
      return words.words(store, 0, 'duration');
    };
    assert.equal(of('2026-05-01T00:00:40Z', '2026-05-01T00:25:02Z').text, '25 min');
    assert.equal(of('2026-05-01T00:00:40Z', '2026-05-01T00:25:02Z').detail, '1,462 seconds');
    assert.equal(of('2026-05-01T00:00:02Z', '2026-05-01T00:25:58Z').text, '25 min');
    assert.equal(of('2026-05-01T00:00:59Z', '2026-05-01T00:01:01Z').text, '1 min');
  });

  it('say of a charge of version 3 without its end that it is ongoing, and of version 2.0 that the end is missing', () => {
    const cells = new CellTexts(new Formats('en', 'kWh'));
    const ongoing = storeOfValues([{ startTime: '2026-05-01T10:00:00Z' }], chargeForm);
    const words = {
      text: 'ongoing',
      detail: 'The record has no end: the charge is ongoing.',
      problem: '',
      unknown: false,
    };
    assert.deepEqual(cells.words(ongoing, 0, 'chargeEnd'), words);
    assert.deepEqual(cells.words(ongoing, 0, 'duration'), words);
    assert.equal(cells.text(ongoing, 0, 'chargeEnd'), 'ongoing');
    assert.equal(cells.plain(ongoing, 0, 'duration'), 'ongoing');
    for (const store of [storeOfValues([{}], chargeForm), storeOfValues([record({ chargeEnd: null })])]) {
      assert.equal(cells.words(store, 0, 'chargeEnd').text, 'unknown');
      assert.equal(cells.words(store, 0, 'duration').detail, 'Start or end is unknown.');
    }
  });
});
