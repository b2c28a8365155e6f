import type { Workbench } from '../host/workbench.ts';
import { paletteTitleOf } from '../ui/commands.ts';
import { Explorer } from '../ui/explorer.ts';
import { SandboxView } from '../ui/sandbox-view.ts';
import type { ServedExtension } from '../ui/served-extension.ts';
import { vehiclesInSandbox, type VehicleFacts } from '../ui/truth.ts';
import { Viewer } from '../ui/viewer.ts';

/** Where a chapter plays: a window of a person who has never been here. */
export class Scene {
  readonly served: ServedExtension;
  readonly workbench: Workbench;

  private constructor(served: ServedExtension, workbench: Workbench) {
    this.served = served;
    this.workbench = workbench;
  }

  static async open(served: ServedExtension): Promise<Scene> {
    return new Scene(served, await served.newWindow());
  }

  close(): Promise<void> {
    return this.workbench.page.context().close();
  }

  get explorer(): Explorer {
    return new Explorer(this.workbench);
  }

  get viewer(): Viewer {
    return new Viewer(this.workbench);
  }

  get sandboxView(): SandboxView {
    return new SandboxView(this.workbench);
  }

  /** Runs a command of the extension from the palette, by its name in the manifest without `vehicleData.`. */
  run(command: string): Promise<void> {
    return this.workbench.runCommand(paletteTitleOf(command));
  }

  /** Those that have charge records, few or none. */
  async vehiclesWithRecords(): Promise<readonly VehicleFacts[]> {
    return (await vehiclesInSandbox(this.served.sandbox)).filter(({ records }) => records !== null);
  }

  /** The first of them. */
  async vehicleWithRecords(): Promise<VehicleFacts> {
    const [vehicle] = await this.vehiclesWithRecords();
    if (!vehicle) throw new Error('No vehicle of the sandbox has charge records');
    return vehicle;
  }
}
