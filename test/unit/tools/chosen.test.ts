import assert from 'node:assert/strict';
import { readChosen } from '../../tools/lib/chosen.ts';

const folders = { unit: 'test/unit', page: 'test/page' };
const read = (...words: readonly string[]) => {
  const { suites, options } = readChosen(words, folders);
  return { suites: Object.fromEntries(suites), options };
};

describe('what is chosen of the tests', () => {
  it('is every suite where nothing is named', () => {
    assert.deepEqual(read(), { suites: { unit: [], page: [] }, options: [] });
    assert.deepEqual(read('-g', 'page'), { suites: { unit: [], page: [] }, options: ['-g', 'page'] });
  });

  it('is a suite by its name, or a file in its suite, in the order of suites', () => {
    assert.deepEqual(read('page').suites, { page: [] });
    assert.deepEqual(read('test/page/a.test.ts', './test/unit/b/c.test.ts', '-g', 'x'), {
      suites: { unit: ['test/unit/b/c.test.ts'], page: ['test/page/a.test.ts'] },
      options: ['-g', 'x'],
    });
    assert.deepEqual(read('unit', 'test/unit/a.test.ts').suites, { unit: ['test/unit/a.test.ts'] });
  });

  it('is nothing else', () => {
    assert.throws(() => read('test/tools/test.ts'), /neither a suite \(unit, page\) nor a test of one/);
    assert.throws(() => read('test/unit/helper.ts'), /neither a suite/);
  });
});
