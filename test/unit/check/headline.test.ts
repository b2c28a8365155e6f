import assert from 'node:assert/strict';
import { findingKinds } from '../../../src/check/rules/finding.ts';
import { headline } from '../../../src/check/rules/texts.ts';

describe('the line of a finding in a list', () => {
  it('begins with the place, what stands there in version 3, and what differs', () => {
    const chargeStart = { kind: 'moved-field', instead: 'startTime' } as const;
    assert.equal(headline(chargeStart, 'chargeStart'), 'chargeStart → startTime; can be missing');
    const level = { kind: 'scale', instead: 'startStateOfCharge; percent', isLeft: true } as const;
    assert.equal(headline(level, 'startStateOfCharge'), 'startStateOfCharge: 0 to 100 instead of 0 to 1');
    assert.equal(headline({ ...level, hasFactor: true }, 'level'), 'level: remove the factor of 100');
  });

  it('names the exact replacement where there is one', () => {
    const host = 'https://vehicle.api.smartcar.com/v3';
    const finding = { kind: 'v2-address', instead: host, fix: `${host}/` } as const;
    assert.equal(
      headline(finding, 'https://api.smartcar.com/v2.0/'),
      `https://api.smartcar.com/v2.0/ → ${host}/; another host`,
    );
  });

  it('is one line, whatever stands there', () => {
    for (const kind of findingKinds) {
      assert.match(headline({ kind }, `a('\n\n  ${'b'.repeat(1000)}`), /^a\(' b{50,60}…: \S.{5,40}$/);
    }
  });
});
