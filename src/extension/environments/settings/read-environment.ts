import * as z from 'zod';
import { isRecord } from '../../../common/is-record.ts';
import { t } from '../../../common/translate.ts';
import { permissions } from '../../../service/model/permissions.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { checkEntry } from './environment-checks.ts';
import { apiVersions, modesOf, type EnvironmentEntry } from './environment-entry.ts';
import { publicPresets } from './presets.ts';

/** Checks only types; the texts are checked by `environment-checks.ts`, which the guided input also uses. */
const common = {
  authUrl: z.string(),
  baseUrl: z.string(),
  connectUrl: z.string(),
  redirectUri: z.string(),
  scopes: z
    .array(z.string().min(1))
    .min(1)
    .default([...permissions]),
  energyUnit: z.string().optional(),
};
const ofVersion2 = z.object({ ...common, mode: z.enum(modesOf('2.0')).optional(), clientId: z.string() });
const ofVersion3 = z.object({
  ...common,
  mode: z.enum(modesOf('3')).optional(),
  applicationId: z.string(),
  apiClientId: z.string(),
});
const anyVersion = z.looseObject({ version: z.enum(apiVersions).default('2.0') });

/**
 * Checks one entry of the setting `vehicleData.environments`. A built-in one only needs what its preset doesn't have.
 *
 * @param name the entry's name
 * @param setting its value as VS Code gives it, of any type
 * @throws ServiceError (`input`) that names the first wrong field and the setting to open
 */
export function readEnvironment(name: string, setting: unknown): ServiceEnvironment {
  if (setting === undefined && !isBuiltIn(name)) {
    throw misconfigured(name, t('There is no environment named “{0}”.', name));
  }
  if (setting !== undefined && !isRecord(setting)) {
    throw misconfigured(name, t('Environment “{0}” is not an object.', name));
  }
  const entry: EnvironmentEntry = { ...presetOf(name), ...setting };
  const { version } = parsed(name, anyVersion, entry);
  // Check this first: if an ID is in the wrong field, the right one would be reported as missing.
  const worst = checkEntry(entry)[0];
  if (worst?.severity === 'error') {
    throw misconfigured(name, t('Environment “{0}” is invalid: {1}: {2}', name, worst.field, worst.message));
  }
  // The unit is for display, not for requests: see `environmentUnit`.
  if (version === '3') {
    const { apiClientId: clientId, energyUnit: _, ...rest } = parsed(name, ofVersion3, entry);
    return { name, version, ...rest, clientId };
  }
  const { energyUnit: _, ...rest } = parsed(name, ofVersion2, entry);
  return { name, ...rest };
}

function parsed<T>(name: string, schema: z.ZodType<T>, entry: object): T {
  const result = schema.safeParse(entry);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const isMissing = issue?.path.length === 1 && (entry as Record<string, unknown>)[field] === undefined;
  const message = isMissing
    ? t('Environment “{0}” has no {1}.', name, field)
    : t('Environment “{0}” is invalid: {1}: {2}', name, field, issue?.message ?? '');
  throw misconfigured(name, message);
}

/** The values that an entry of this name may omit. */
export function presetOf(name: string): EnvironmentEntry {
  const found = publicPresets.find((preset) => preset.name === name);
  if (!found) return {};
  const { name: _, ...preset } = found;
  return preset;
}

function isBuiltIn(name: string): boolean {
  return publicPresets.some((preset) => preset.name === name);
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
