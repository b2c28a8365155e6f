import assert from 'node:assert/strict';
import { valuesOf, variantNames } from '../../../../src/sandbox/v3/variants.ts';
import { startOwnSandbox } from '../../../conformance/own-sandbox.ts';
import { checkAll } from '../../../conformance/run.ts';
import { version3Rules } from '../../../conformance/v3/rules/index.ts';
import { World3 } from '../../../conformance/v3/world.ts';

/** Older and newer, and each other form by itself. */
const variants = [
  'older',
  'newer',
  ...variantNames.flatMap((name) =>
    valuesOf(name)
      .slice(1)
      .map((value) => `${name}=${value}`),
  ),
];

const version3Events = ['triggers', 'signal-times', 'attempts', 'first-delivery', 'state', 'error'];
const skippedIn: Readonly<Record<string, readonly string[]>> = {
  'errors=untyped': ['v3.errors.request-id: errors of the older form have none'],
  'webhookVersion=2.0': version3Events.map((name) => `v3.events.${name}: the events are of version 2.0`),
};

describe('the conformance suite, of version 3', () => {
  for (const variant of variants) {
    it(`passes our own sandbox whole, with --v3-variant ${variant}`, async () => {
      const { sandbox, version3 } = await startOwnSandbox({ v3Variant: variant });
      try {
        const results = await checkAll(new World3(version3), version3Rules);
        const others = results.filter(({ outcome }) => outcome !== 'pass');
        assert.deepEqual(
          others.map(({ rule: { id }, reason }) => `${id}: ${reason}`),
          skippedIn[variant] ?? [],
        );
      } finally {
        await sandbox.close();
      }
    });
  }
});
