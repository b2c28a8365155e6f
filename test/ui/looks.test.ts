import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench.ts';
import { Explorer } from './explorer.ts';
import { pictureFile } from './pictures.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';
import { vehiclesInSandbox } from './truth.ts';
import { Viewer } from './viewer.ts';

/** `background` is that of an editor in the pinned VS Code's own theme. */
const looks = {
  light: { colorScheme: 'light', settings: {}, background: 'rgb(255, 255, 255)' },
  dark: { colorScheme: 'dark', settings: {}, background: 'rgb(18, 19, 20)' },
  'high-contrast': {
    colorScheme: 'dark',
    settings: { 'window.autoDetectColorScheme': false, 'workbench.colorTheme': 'Default High Contrast' },
    background: 'rgb(0, 0, 0)',
  },
} as const;

/** Goes through every screen of the main job, and leaves a picture of each for people to judge. */
describe('the packaged extension, on screen,', () => {
  let served: ServedExtension;
  let window: Workbench;

  before(async () => {
    served = await ServedExtension.start('ui-looks', process.env[vsixVariable] ?? '');
  });
  after(() => served?.stop());
  afterEach(async () => {
    await served.stopFaults();
    await window.page.context().close();
  });

  for (const [name, { colorScheme, settings, background }] of Object.entries(looks)) {
    it(`takes the colours of the ${name} theme, and keeps data through a failure`, async () => {
      const picture = (what: string) => window.screenshot(pictureFile(`${name}-${what}`));
      await served.changeSettings(settings);
      window = await served.newWindow({ colorScheme });
      const explorer = new Explorer(window);
      const viewer = new Viewer(window);

      await explorer.open();
      await explorer.connectButton.waitFor();
      await picture('1-welcome');

      const consent = await explorer.pressConnect();
      await consent.screenshot(pictureFile(`${name}-2-consent`));
      await consent.allow();
      await explorer.settled();
      const [vehicle] = (await vehiclesInSandbox(served.sandbox)).filter(({ records }) => records !== null);
      assert.ok(vehicle);
      const seen = (await explorer.readVehicles()).find(({ id }) => id === vehicle.id);
      assert.ok(seen);
      await explorer.clickChargeRecords(seen.name);
      await viewer.firstRow(seen);
      assert.equal(await viewer.readCount(), vehicle.records);
      assert.equal(await viewer.background(), background);
      await picture('3-viewer');

      await served.fault({ operation: 'any', status: 500, body: 'out of order' });
      await window.runCommand('Vehicle Data: Refresh Vehicles');
      await explorer
        .line(/could not refresh/)
        .first()
        .waitFor();
      assert.ok((await explorer.vehicleLines.count()) > 1, 'the vehicles stay');
      const failure = window.notification(/answer is not readable as JSON|empty or not text/).first();
      await failure.getByRole('button', { name: 'Try Again' }).waitFor();
      await picture('4-failure');
    });
  }
});
