import * as z from 'zod';
import { isRecord } from '../../../common/is-record.ts';
import { t } from '../../../common/translate.ts';
import { permissions } from '../../../service/model/vehicles.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { checkEntry } from './environment-checks.ts';
import {
  addressField,
  type EnvironmentEntry,
  idFieldOf,
  modes,
  publicEnvironment,
  type TextField,
  textFields,
  withPreset,
} from './environment-entry.ts';

/** Checks only types; the texts are checked by `environment-checks.ts`, which the guided input also uses. */
const entryShape = z.object({
  ...Object.fromEntries(textFields.map((field) => [field, z.string().optional()])),
  scopes: z
    .array(z.string().min(1))
    .min(1)
    .default([...permissions]),
  mode: z.enum(modes).optional(),
  energyUnit: z.string().optional(),
});

/**
 * Checks one entry of the setting `vehicleData.environments`, and reads one version of it. A built-in one only needs
 * what its preset doesn't have.
 *
 * @param name the entry's name
 * @param setting its value as VS Code gives it, of any type
 * @throws ServiceError (`input`) that names the first wrong field and the setting to open
 */
export function readEnvironment(name: string, setting: unknown, version: ApiVersion): ServiceEnvironment {
  const entry = readEntry(name, setting);
  const text = (field: TextField): string => {
    const value = entry[field];
    if (value === undefined) throw misconfigured(name, t('Environment “{0}” has no {1}.', name, field));
    return value;
  };
  const { scopes = permissions, mode } = entry;
  const common = {
    name,
    authUrl: text(addressField('authUrl', version)),
    baseUrl: text(addressField('baseUrl', version)),
    connectUrl: text('connectUrl'),
    redirectUri: text('redirectUri'),
    scopes,
    ...(mode && { mode }),
  };
  const id = text(idFieldOf(entry));
  if (version === '2.0') return { ...common, clientId: id };
  return { ...common, version, applicationId: id, clientId: text('apiClientId') };
}

/** An entry with what its preset has. Throws as {@link readEnvironment} does if a value is of the wrong type or form. */
export function readEntry(name: string, setting: unknown): EnvironmentEntry {
  if (setting === undefined && name !== publicEnvironment) {
    throw misconfigured(name, t('There is no environment named “{0}”.', name));
  }
  if (setting !== undefined && !isRecord(setting)) {
    throw misconfigured(name, t('Environment “{0}” is not an object.', name));
  }
  const entry = withPreset(name, setting);
  const invalid = (field: string, message: string) =>
    misconfigured(name, t('Environment “{0}” is invalid: {1}: {2}', name, field, message));
  // Check this first: if an ID is in the wrong field, the right one would be reported as missing.
  const worst = checkEntry(entry)[0];
  if (worst?.severity === 'error') throw invalid(worst.field, worst.message);
  const { data, error } = entryShape.safeParse(entry);
  const issue = error?.issues[0];
  if (issue) throw invalid(issue.path.join('.'), issue.message);
  return data ?? {};
}

function misconfigured(name: string, message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Correct “{0}” with “Vehicle Data: Environments…”, or select another environment.', name),
    remedy: 'edit-environment',
    sent: false,
  });
}
