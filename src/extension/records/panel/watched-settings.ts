import type { Event } from '../../../common/event.ts';

/** What open viewers show as these settings say; the unit may be an environment's own. */
const followed = ['vehicleData.viewer.energyUnit', 'vehicleData.environments', 'vehicleData.viewer.timeZone'];

/** VS Code's `ConfigurationChangeEvent`, as far as it is asked. */
interface Change {
  affectsConfiguration(section: string): boolean;
}

/** Those changes of settings that viewers follow. */
export function followedSettings(onDidChangeConfiguration: Event<Change>): Event<void> {
  return (listener) =>
    onDidChangeConfiguration((change) => {
      if (followed.some((setting) => change.affectsConfiguration(setting))) listener();
    });
}
