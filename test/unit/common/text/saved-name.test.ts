import assert from 'node:assert/strict';
import { savedName } from '../../../../src/common/text/saved-name.ts';

describe('savedName', () => {
  for (const [stem, name] of [
    ['Škoda Enyaq (2024): 2.0 and 3', 'Škoda-Enyaq-2024-2.0-and-3.md'],
    ['BMW i4 – Größe/Ä', 'BMW-i4-Größe-Ä.md'],
    ['比亚迪 海豹', '比亚迪-海豹.md'],
    ['nominal_capacity', 'nominal_capacity.md'],
    ['../.hidden', 'hidden.md'],
    ['a\\b:c*d?"e', 'a-b-c-d-e.md'],
    ['車'.repeat(60), `${'車'.repeat(50)}.md`],
    [`${'a'.repeat(148)}𠀀`, `${'a'.repeat(148)}.md`],
  ] as const) {
    it(`calls “${stem}” ${name}`, () => assert.equal(savedName(stem, 'md'), name));
  }
});
