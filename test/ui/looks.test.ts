import assert from 'node:assert/strict';
import { pictureFile } from './pictures.ts';
import { rowsInPlaces } from './viewer-places.ts';
import { WindowUnderTest } from './window-under-test.ts';

/** Goes through every screen of the main job, and leaves a picture of each for people to judge. */
describe('the packaged extension, on screen,', () => {
  const window = WindowUnderTest.ofSuite({ colorScheme: 'light' });

  it('keeps data through a failure, in a light window', async () => {
    const { workbench, explorer, served } = window;
    const picture = (what: string) => workbench.screenshot(pictureFile(`light-${what}`));
    await explorer.open();
    await explorer.connectButton.waitFor();
    await picture('1-welcome');
    const consent = await explorer.pressConnect();
    await consent.screenshot(pictureFile('light-2-consent'));
    await consent.allow();
    await explorer.settled();
    await window.openRecords();
    await picture('3-viewer');

    await served.fault({ operation: 'any', status: 500, body: 'out of order' });
    await explorer.refreshTo(explorer.line(/, Try Again/));
    assert.ok((await explorer.vehicleLines.count()) > 1, 'the vehicles stay');
    await picture('4-failure');
  });

  it('gives the table most of the viewer', async () => {
    const least = {
      alone: { withChart: 10, folded: 14 },
      'beside code': { withChart: 8, folded: 14 },
      'with a terminal': { withChart: 4, folded: 8 },
      'with a failure': { withChart: 10, folded: 14 },
    };
    const rows = await rowsInPlaces(window);
    for (const place of Object.keys(least) as (keyof typeof least)[]) {
      const { withChart, folded } = rows[place];
      assert.ok(withChart >= least[place].withChart, `${withChart} rows ${place}`);
      assert.ok(folded >= least[place].folded, `${folded} rows ${place}, folded`);
    }
  });
});
