import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';
import { sandboxEnvironment } from './environments.ts';
import { readEnvironment } from './read-environment.ts';

/** Something in the settings that can't be used. */
export interface SettingMistake {
  /** The setting that holds it. */
  readonly key: 'vehicleData.environment' | 'vehicleData.environments';
  /** The entry that can be edited step by step; undefined where it is not one entry's. */
  readonly environment?: string;
  /** Plain sentences. Holds nothing of what was typed but names. */
  readonly text: string;
}

/** What is wrong with the two settings, as VS Code gives them: of any type, for a person may type anything. */
export function settingMistakes(selected: unknown, entries: unknown): readonly SettingMistake[] {
  if (!isRecord(entries)) {
    return [
      { key: 'vehicleData.environments', text: t('The setting {0} is not an object.', 'vehicleData.environments') },
    ];
  }
  const known = entries;
  const ofEntries = Object.entries(known).flatMap(([name, entry]) => mistakeOf(name, entry) ?? []);
  const isKnown =
    typeof selected === 'string' &&
    (Object.hasOwn(known, selected) || [sandboxEnvironment, 'smartcar'].includes(selected));
  if (isKnown) return ofEntries;
  const text = t('There is no environment named “{0}”.', String(selected));
  return [...ofEntries, { key: 'vehicleData.environment', text }];
}

function mistakeOf(name: string, entry: unknown): SettingMistake | undefined {
  const key = 'vehicleData.environments';
  if (name === sandboxEnvironment) {
    return { key, text: t('“{0}” is built in. The entry with this name is ignored.', sandboxEnvironment) };
  }
  try {
    readEnvironment(name, entry);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { key, environment: name, text: error.message };
  }
}
