import assert from 'node:assert/strict';
import { PlotMarks } from '../../../../src/webview/plot/plot-marks.ts';
import type { Sliced } from '../../../../src/webview/base/time-slices.ts';

/** Marks that are there at once. */
const few = (marks: string) =>
  function* (): Sliced<string> {
    yield;
    return marks;
  };

/** Marks for which a slice is too short. */
const many = (marks: string) =>
  function* (): Sliced<string> {
    const end = performance.now() + 20;
    while (performance.now() < end);
    yield;
    return marks;
  };

/** Work that nobody may begin. */
const none = () => assert.fail();

describe('Marks of a plot', () => {
  let marks: PlotMarks<string>;
  let drawnAgain: Promise<void>;
  let drawings: number;
  const ask = (rows: string, scale: number, work: () => Sliced<string>) => marks.of([rows], [scale], work);

  beforeEach(() => {
    drawings = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    drawnAgain = promise;
    marks = new PlotMarks(() => {
      drawings += 1;
      resolve();
    });
  });

  it('are there at once if a slice is enough', () => {
    assert.equal(ask('rows', 1, few('marks')), 'marks');
    assert.equal(drawings, 0);
  });

  it('have the plot drawn again when they are there, which works them out no more', async () => {
    assert.equal(ask('rows', 1, many('marks')), undefined);
    await drawnAgain;
    assert.equal(ask('rows', 1, none), 'marks');
    assert.equal(drawings, 1);
  });

  it('stay until those of other rows are there, unless values lie elsewhere', async () => {
    ask('rows', 1, few('old'));
    assert.equal(ask('other rows', 1, many('new')), 'old');
    assert.equal(ask('other rows', 2, many('new')), undefined);
    await drawnAgain;
    assert.equal(ask('other rows', 2, none), 'new');
  });
});
