import assert from 'node:assert/strict';
import { nameOf, Pace, planned, sizesLeft, subjectOf } from '../../bench/viewer/steps.ts';
import { contenders, type Subject, subjects } from '../../bench/viewer/subjects.ts';

const all = () => true;

describe('steps of the viewer bench', () => {
  it('have each contender in VS Code once, and in a bare page with each number of records, in every run', () => {
    const names = planned({ runs: 2, sizes: [100, 1000], chosen: all }).map((step) => `${step.run}: ${nameOf(step)}`);
    const wanted = [1, 2].flatMap((run) =>
      contenders.flatMap((contender) =>
        [`${contender} in VS Code`, `${contender} with 100 records`, `${contender} with 1000 records`].map(
          (name) => `${run}: ${name}`,
        ),
      ),
    );
    assert.deepEqual(names.toSorted(), wanted.toSorted());
  });

  it('end a run before the next one begins, and go the other way round in every other one', () => {
    const steps = planned({ runs: 3, sizes: [100], chosen: all });
    assert.deepEqual(
      steps.map(({ run }) => run),
      steps.map(({ run }) => run).toSorted((a, b) => a - b),
    );
    const inVsCode = (wanted: number) =>
      steps.filter(({ run, place }) => run === wanted && place === 'VS Code').map(({ contender }) => contender);
    assert.deepEqual(inVsCode(1), [...contenders]);
    assert.deepEqual(inVsCode(2), contenders.toReversed());
    assert.deepEqual(inVsCode(3), [...contenders]);
  });

  it('are those that were chosen, by place too', () => {
    const wanted: readonly Subject[] = ['ag-grid in VS Code', 'floor'];
    const steps = planned({ runs: 1, sizes: [100], chosen: (subject) => wanted.includes(subject) });
    assert.deepEqual(steps.map(subjectOf), wanted);
  });

  it('are of subjects that have a line in the table', () => {
    for (const step of planned({ runs: 1, sizes: [100], chosen: all })) {
      assert.ok(subjects.includes(subjectOf(step)), nameOf(step));
    }
  });

  it('lack what no earlier bench has tried as often as there are runs', () => {
    const wanted: readonly Subject[] = ['floor in VS Code', 'floor'];
    const steps = planned({ runs: 3, sizes: [100, 1000], chosen: (subject) => wanted.includes(subject) });
    const tried: Readonly<Record<string, number>> = {
      'floor in VS Code 100': 2,
      'floor in VS Code 1000': 1,
      'floor 100': 3,
    };
    const left = steps.map((step) => [
      `${step.run}: ${nameOf(step)}`,
      sizesLeft(step, [100, 1000], (subject, size) => tried[`${subject} ${size}`] ?? 0),
    ]);
    assert.deepEqual(Object.fromEntries(left), {
      '1: floor in VS Code': [],
      '1: floor with 100 records': [],
      '1: floor with 1000 records': [1000],
      '2: floor in VS Code': [1000],
      '2: floor with 100 records': [],
      '2: floor with 1000 records': [1000],
      '3: floor in VS Code': [100, 1000],
      '3: floor with 100 records': [],
      '3: floor with 1000 records': [1000],
    });
  });

  it('will take as long as when they were done last, and others as much longer than usual as those', () => {
    const [first, second] = planned({ runs: 2, sizes: [100], chosen: (subject) => subject === 'floor in VS Code' });
    const [other] = planned({ runs: 1, sizes: [100], chosen: (subject) => subject === 'ag-grid in VS Code' });
    assert.ok(first && second && other);
    const pace = new Pace();
    assert.ok(Number.isNaN(pace.remaining([second])));
    pace.add(first, 30_000);
    assert.equal(pace.remaining([second]), 30_000);
    assert.equal(pace.remaining([second, other]), 60_000);
  });
});
