import * as z from 'zod';
import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import { permissions } from '../../service/model/permissions.ts';
import type { ServiceEnvironment } from '../../service/model/environment.ts';
import { ServiceError } from '../../service/model/errors.ts';
import { checkEntry } from './environment-checks.ts';
import { modes, type EnvironmentEntry } from './environment-entry.ts';
import { smartcarPreset } from './presets.ts';

/** The types alone; what the texts may be is for `environment-checks.ts`, which the guided input shares. */
const environmentSetting = z.object({
  authUrl: z.string(),
  baseUrl: z.string(),
  connectUrl: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scopes: z
    .array(z.string().min(1))
    .min(1)
    .default([...permissions]),
  mode: z.enum(modes).optional(),
  energyUnit: z.string().optional(),
});

/**
 * One entry of the setting `vehicleData.environments`, checked. `smartcar` lacks only what its preset doesn't hold.
 *
 * @param name the entry's name
 * @param setting its value as VS Code gives it, of any type
 * @throws ServiceError (`input`) that names the first wrong field and the setting to open
 */
export function readEnvironment(name: string, setting: unknown): ServiceEnvironment {
  if (setting === undefined && name !== smartcarPreset.name) {
    throw misconfigured(name, t('There is no environment named “{0}”.', name));
  }
  if (setting !== undefined && !isRecord(setting)) {
    throw misconfigured(name, t('Environment “{0}” is not an object.', name));
  }
  const entry = { ...presetOf(name), ...setting };
  const parsed = environmentSetting.safeParse(entry);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    const isMissing = issue?.path.length === 1 && (entry as Record<string, unknown>)[field] === undefined;
    const message = isMissing
      ? t('Environment “{0}” has no {1}.', name, field)
      : t('Environment “{0}” is invalid: {1}: {2}', name, field, issue?.message ?? '');
    throw misconfigured(name, message);
  }
  const worst = checkEntry(parsed.data)[0];
  if (worst?.severity === 'error') {
    const message = t('Environment “{0}” is invalid: {1}: {2}', name, worst.field, worst.message);
    throw misconfigured(name, message);
  }
  // The unit is for people, not for requests: see `environmentUnit`.
  const { mode, energyUnit: _, ...rest } = parsed.data;
  return { name, ...rest, ...(mode && { mode }) };
}

/** What an entry of this name needn't say. */
export function presetOf(name: string): EnvironmentEntry {
  if (name !== smartcarPreset.name) return {};
  const { name: _, ...preset } = smartcarPreset;
  return preset;
}

function misconfigured(name: string, message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Correct “{0}” with “Vehicle Data: Edit Environment…”, or select another environment.', name),
    remedy: 'edit-environment',
    sent: false,
  });
}
