import assert from 'node:assert/strict';
import { allRules } from '../../conformance/rules/index.ts';
import { checkAll } from '../../conformance/run.ts';
import { World } from '../../conformance/world.ts';
import { startBroken } from './broken-service.ts';
import { dataDefects } from './data-defects.ts';
import { lifetimeDefects } from './lifetime-defects.ts';
import { tokenDefects } from './token-defects.ts';

const defects = [...tokenDefects, ...lifetimeDefects, ...dataDefects];

describe('the conformance suite, of a service that', () => {
  for (const defect of defects) {
    const { breaks, what } = defect();
    it(`${what}, fails ${breaks} and nothing else`, async () => {
      const service = await startBroken(defect);
      try {
        const results = await checkAll(new World(service.target), allRules);
        const failures = results.filter(({ outcome }) => outcome === 'fail');
        assert.deepEqual(
          failures.map(({ rule }) => rule.id),
          [breaks],
          failures.map(({ rule, reason }) => `${rule.id}: ${reason}`).join('\n'),
        );
      } finally {
        await service.close();
      }
    });
  }

  it('breaks every rule of the document, in one way or another', () => {
    const broken = new Set(defects.map((defect) => defect().breaks));
    const unbroken = allRules.filter(({ id, basis }) => basis === 'document' && !broken.has(id)).map(({ id }) => id);
    assert.deepEqual(unbroken, []);
  });
});
