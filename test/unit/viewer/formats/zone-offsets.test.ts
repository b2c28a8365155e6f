import assert from 'node:assert/strict';
import { ZoneOffsets } from '../../../../src/viewer/formats/zone-offsets.ts';

const hour = 3_600_000;

describe('ZoneOffsets', () => {
  it('ask Intl for days, and not for times', () => {
    const { prototype } = Intl.DateTimeFormat;
    const format = Object.getOwnPropertyDescriptor(prototype, 'format');
    assert.ok(format);
    let asked = 0;
    const counted = function (this: Intl.DateTimeFormat): unknown {
      asked += 1;
      return format.get?.call(this);
    };
    Object.defineProperty(prototype, 'format', { ...format, get: counted });
    try {
      const offsets = new ZoneOffsets('Europe/Berlin');
      const change = Date.UTC(2026, 9, 25, 1);
      for (let time = Date.UTC(2026, 9, 1); time < Date.UTC(2026, 10, 30); time += 60_000) {
        assert.equal(offsets.at(time), (time < change ? 2 : 1) * hour);
      }
    } finally {
      Object.defineProperty(prototype, 'format', format);
    }
    assert.ok(asked > 60 && asked < 90, `60 days, and the search for one change: ${asked}`);
  });

  it('are those of the sun before there were zones, to the second', () => {
    assert.equal(new ZoneOffsets('Europe/Berlin').at(Date.UTC(1850, 0, 1)), (53 * 60 + 28) * 1000);
    assert.equal(new ZoneOffsets('America/New_York').at(Date.UTC(1850, 0, 1)), -(4 * 3600 + 56 * 60 + 2) * 1000);
  });

  it('are refused of no place', () => {
    assert.throws(() => new ZoneOffsets('Mars/North'), RangeError);
  });
});
