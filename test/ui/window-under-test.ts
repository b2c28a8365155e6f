import assert from 'node:assert/strict';
import type { Scenario } from '../../src/sandbox/scenario.ts';
import type { Workbench } from '../host/workbench.ts';
import { paletteTitleOf } from './commands.ts';
import { Explorer } from './explorer.ts';
import { lastPictureFile } from './pictures.ts';
import type { ServedExtension, WindowOptions } from './served-extension.ts';
import { sharedVsCode } from './shared-vscode.ts';
import { recordsByVersion3, vehiclesInSandbox, type VehicleFacts } from './truth.ts';
import { Viewer } from './viewer.ts';

interface Start extends WindowOptions {
  /** The sandbox's first owner is connected. */
  readonly isConnected?: boolean;
  /** What the sandbox holds; the everyday world where none is given. */
  readonly scenario?: Scenario;
  /** The user's. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

interface Parts {
  readonly served: ServedExtension;
  readonly workbench: Workbench;
}

/** A window of the shared VS Code, of a person who has never been here. What the sandbox knows begins anew with it. */
export class WindowUnderTest {
  #parts: Parts | undefined;
  /** Whether version 2.0 leads. */
  #isOf2 = false;

  /** For the suite that asks for it: all of its tests go on in the same window, one after the other. */
  static ofSuite(start: Start = {}): WindowUnderTest {
    const window = new WindowUnderTest();
    before(() => window.open(start));
    afterEach(async function () {
      await window.served.stopFaults();
      if (this.currentTest?.state === 'failed') await window.workbench.screenshot(lastPictureFile(this));
    });
    after(() => window.close());
    return window;
  }

  /** Closes the window that is there, if any, and opens another one. */
  async open({ isConnected = false, settings = {}, scenario, ...options }: Start): Promise<void> {
    await this.close();
    const served = await sharedVsCode();
    await served.beginAnew(scenario);
    await served.changeSettings(settings);
    this.#isOf2 = settings['vehicleData.apiVersion'] === '2.0';
    this.#parts = { served, workbench: await served.newWindow(options) };
    await this.workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    if (isConnected) await this.explorer.connect();
  }

  /** Goes on in another window. */
  goOnIn(workbench: Workbench): void {
    this.#parts = { served: this.served, workbench };
  }

  async close(): Promise<void> {
    await this.#parts?.workbench.page.context().close();
    this.#parts = undefined;
  }

  get served(): ServedExtension {
    return this.#present.served;
  }

  get workbench(): Workbench {
    return this.#present.workbench;
  }

  get explorer(): Explorer {
    return new Explorer(this.workbench);
  }

  get viewer(): Viewer {
    return new Viewer(this.workbench);
  }

  /** Runs a command of the extension from the palette, by its name in the manifest without `vehicleData.`. */
  run(command: string): Promise<void> {
    return this.workbench.runCommand(paletteTitleOf(command));
  }

  /** What an act puts on the clipboard. */
  async copied(act: () => Promise<unknown>): Promise<string> {
    const { page } = this.workbench;
    await page.evaluate(`navigator.clipboard.writeText('nothing')`);
    await act();
    const read = () => page.evaluate<string>('navigator.clipboard.readText()');
    let text = await read();
    while (text === 'nothing') text = await read();
    return text;
  }

  /** A vehicle that has charge records, as the sandbox holds it, with how many version 2.0 has. */
  async vehicleWithRecords(): Promise<VehicleFacts & { readonly records: number }> {
    for (const vehicle of await vehiclesInSandbox(this.served.sandbox)) {
      if (vehicle.records !== null && vehicle.records > 0) return { ...vehicle, records: vehicle.records };
    }
    throw new Error('No vehicle of the sandbox has charge records');
  }

  /** Opens the charge records of such a vehicle, and waits until all are there. */
  async openRecords(): Promise<VehicleFacts & { readonly records: number }> {
    const vehicle = await this.vehicleWithRecords();
    await this.explorer.clickChargeRecords(`${vehicle.make} ${vehicle.model} (${vehicle.year})`);
    await this.viewer.firstRow(vehicle);
    const { sandbox } = this.served;
    const records = this.#isOf2 ? vehicle.records : await recordsByVersion3(sandbox, vehicle.id);
    assert.equal(await this.viewer.readCount(), records);
    return { ...vehicle, records };
  }

  get #present(): Parts {
    assert(this.#parts, 'There is a window in tests only.');
    return this.#parts;
  }
}
