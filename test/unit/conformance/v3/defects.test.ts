import assert from 'node:assert/strict';
import { checkAll } from '../../../conformance/run.ts';
import { version3Rules } from '../../../conformance/v3/rules/index.ts';
import { World3 } from '../../../conformance/v3/world.ts';
import { startBroken } from '../broken-service.ts';
import { accessDefects } from './access-defects.ts';
import { connectDefects } from './connect-defects.ts';
import { resourceDefects } from './resource-defects.ts';
import { signalDefects } from './signal-defects.ts';

const defects = [...accessDefects, ...connectDefects, ...resourceDefects, ...signalDefects];

describe('the conformance suite, of a service of version 3 that', () => {
  for (const defect of defects) {
    const { breaks, what } = defect();
    it(`${what}, fails ${breaks} and nothing else`, async () => {
      const service = await startBroken(defect);
      try {
        const results = await checkAll(new World3(service.version3), version3Rules);
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

  it('breaks every rule, whatever its basis', () => {
    const broken = new Set(defects.map((defect) => defect().breaks));
    assert.deepEqual(
      version3Rules.map(({ id }) => id).filter((id) => !broken.has(id)),
      [],
    );
  });
});
