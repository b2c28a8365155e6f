import type { Event } from '../../../common/event.ts';

/** The settings that open viewers depend on. The energy unit may be set for each environment. */
const followed = ['vehicleData.viewer.energyUnit', 'vehicleData.environments', 'vehicleData.viewer.timeZone'];

/** VS Code's `ConfigurationChangeEvent`, as far as it is used here. */
interface Change {
  affectsConfiguration(section: string): boolean;
}

/** Fires when a setting that viewers depend on changes. */
export function followedSettings(onDidChangeConfiguration: Event<Change>): Event<void> {
  return (listener) =>
    onDidChangeConfiguration((change) => {
      if (followed.some((setting) => change.affectsConfiguration(setting))) listener();
    });
}
