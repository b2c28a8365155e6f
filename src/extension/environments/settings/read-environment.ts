import * as z from 'zod';
import { isRecord } from '../../../common/is-record.ts';
import { t } from '../../../common/translate.ts';
import { permissions } from '../../../service/model/permissions.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { checkEntry } from './environment-checks.ts';
import {
  addressField,
  apiVersions,
  type EnvironmentEntry,
  idFieldOf,
  modesOf,
  type TextField,
  textFields,
  versionsOf,
} from './environment-entry.ts';
import { publicPresets } from './presets.ts';

/** Checks only types; the texts are checked by `environment-checks.ts`, which the guided input also uses. */
const entryShape = {
  ...Object.fromEntries(textFields.map((field) => [field, z.string().optional()])),
  scopes: z
    .array(z.string().min(1))
    .min(1)
    .default([...permissions]),
  energyUnit: z.string().optional(),
  formerName: z.string().optional(),
};
const anyVersion = z.looseObject({ version: z.enum(apiVersions).optional() });

/**
 * Checks one entry of the setting `vehicleData.environments`, and reads one version of it. A built-in one only needs
 * what its preset doesn't have.
 *
 * @param name the entry's name
 * @param setting its value as VS Code gives it, of any type
 * @throws ServiceError (`input`) that names the first wrong field and the setting to open
 */
export function readEnvironment(name: string, setting: unknown, version?: ApiVersion): ServiceEnvironment {
  const entry = readEntry(name, setting);
  const of = version ?? versionsOf(entry)[0];
  const text = (field: TextField): string => {
    const value = entry[field];
    if (value === undefined) throw misconfigured(name, t('Environment “{0}” has no {1}.', name, field));
    return value;
  };
  const { scopes = permissions, mode } = entry;
  const common = {
    name,
    authUrl: text(addressField(entry, 'authUrl', of)),
    baseUrl: text(addressField(entry, 'baseUrl', of)),
    connectUrl: text('connectUrl'),
    redirectUri: text('redirectUri'),
    scopes,
    ...(mode && { mode }),
  };
  const id = text(idFieldOf(entry));
  if (of === '2.0') return { ...common, clientId: id };
  return { ...common, version: of, applicationId: id, clientId: text('apiClientId') };
}

/** An entry with what its preset has. Throws as {@link readEnvironment} does if a value is of the wrong type or form. */
export function readEntry(name: string, setting: unknown): EnvironmentEntry {
  if (setting === undefined && !isBuiltIn(name)) {
    throw misconfigured(name, t('There is no environment named “{0}”.', name));
  }
  if (setting !== undefined && !isRecord(setting)) {
    throw misconfigured(name, t('Environment “{0}” is not an object.', name));
  }
  const entry = withPreset(name, setting);
  const { version } = parsed(name, anyVersion, entry);
  // Check this first: if an ID is in the wrong field, the right one would be reported as missing.
  const worst = checkEntry(entry)[0];
  if (worst?.severity === 'error') {
    throw misconfigured(name, t('Environment “{0}” is invalid: {1}: {2}', name, worst.field, worst.message));
  }
  const modes = modesOf(versionsOf({ ...entry, version })[0]);
  return { ...parsed(name, z.object({ ...entryShape, mode: z.enum(modes).optional() }), entry), version };
}

function parsed<T>(name: string, schema: z.ZodType<T>, entry: object): T {
  const result = schema.safeParse(entry);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw misconfigured(name, t('Environment “{0}” is invalid: {1}: {2}', name, field, issue?.message ?? ''));
}

/** The values that an entry of this name may omit. */
export function presetOf(name: string): EnvironmentEntry {
  const found = publicPresets.find((preset) => preset.name === name);
  if (!found) return {};
  const { name: _, ...preset } = found;
  return preset;
}

/** An entry of the setting, of any type, with the values that it may omit. Its own are not checked. */
export function withPreset(name: string, setting: unknown): EnvironmentEntry {
  return { ...presetOf(name), ...(isRecord(setting) && setting) };
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
