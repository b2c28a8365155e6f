import assert from 'node:assert/strict';
import { RedrawThrottle } from '../../../../src/webview/analysis/redraw-throttle.ts';

describe('the pace of the chart while records arrive', () => {
  const seen = (pace: RedrawThrottle, load: object, times: readonly number[]) =>
    times.filter((now) => pace.isDue(load, now));

  it('draws nothing of a load that is there soon', () => {
    assert.deepEqual(seen(new RedrawThrottle(), {}, [5000, 5100, 5250, 5399]), []);
  });

  it('draws a longer one now and then, the first time as long after its beginning', () => {
    assert.deepEqual(seen(new RedrawThrottle(), {}, [0, 150, 300, 450, 600, 750, 900, 1050]), [450, 900]);
  });

  it('begins anew with each load', () => {
    const pace = new RedrawThrottle();
    seen(pace, {}, [0, 390]);
    assert.deepEqual(seen(pace, {}, [410, 500, 820]), [820]);
  });
});
