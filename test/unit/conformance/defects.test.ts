import assert from 'node:assert/strict';
import { allRules } from '../../conformance/rules/index.ts';
import { checkAll } from '../../conformance/run.ts';
import { version3Rules } from '../../conformance/v3/rules/index.ts';
import { World3 } from '../../conformance/v3/world.ts';
import { World } from '../../conformance/world.ts';
import { startBroken } from './broken-service.ts';
import { dataDefects } from './data-defects.ts';
import { lifetimeDefects } from './lifetime-defects.ts';
import { tokenDefects } from './token-defects.ts';
import { accessDefects } from './v3/access-defects.ts';
import { connectDefects } from './v3/connect-defects.ts';
import { eventDefects } from './v3/event-defects.ts';
import { resourceDefects } from './v3/resource-defects.ts';
import { signalDefects } from './v3/signal-defects.ts';

type Service = Awaited<ReturnType<typeof startBroken>>;

const versions = [
  {
    version: '2.0',
    defects: [...tokenDefects, ...lifetimeDefects, ...dataDefects],
    check: ({ target }: Service) => checkAll(new World(target), allRules),
    // Of the rules of version 2.0, only those of the document are broken one by one.
    broken: allRules.filter(({ basis }) => basis === 'document'),
  },
  {
    version: '3',
    defects: [...accessDefects, ...connectDefects, ...resourceDefects, ...eventDefects, ...signalDefects],
    check: ({ version3 }: Service) => checkAll(new World3(version3), version3Rules),
    broken: version3Rules,
  },
];

for (const { version, defects, check, broken } of versions) {
  describe(`the conformance suite, of a service of version ${version} that`, () => {
    for (const defect of defects) {
      const { breaks, what } = defect();
      it(`${what}, fails ${breaks} and nothing else`, async () => {
        const service = await startBroken(defect);
        try {
          const failures = (await check(service)).filter(({ outcome }) => outcome === 'fail');
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

    it('breaks every rule, in one way or another', () => {
      const found = new Set(defects.map((defect) => defect().breaks));
      const unbroken = broken.map(({ id }) => id).filter((id) => !found.has(id));
      assert.deepEqual(unbroken, []);
    });
  });
}
