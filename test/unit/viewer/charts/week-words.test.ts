import assert from 'node:assert/strict';
import { cellsBetween } from '../../../../src/viewer/charts/week.ts';
import { weekSpan } from '../../../../src/viewer/charts/week-words.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const at = (day: number, hour: number) => day * 24 + hour;

describe('Hours chosen of the week', () => {
  const words = (from: number, to: number) => weekSpan([...cellsBetween(from, to, 1)], days);

  it('are named as days and as hours of each of them', () => {
    assert.equal(words(at(1, 1), at(2, 2)), 'Mon–Tue, 01:00–03:00');
    assert.equal(words(at(0, 23), at(6, 20)), 'Sat–Sun, 20:00–24:00');
  });

  it('are named with one day where it is one', () => {
    assert.equal(words(at(3, 0), at(3, 0)), 'Wed, 00:00–01:00');
  });
});
