import { isRecord } from './is-record.ts';

/**
 * VS Code marks a setting whose type differs from the manifest, but still returns its value. Any workspace, trusted or
 * not, may contain such settings.
 */
export function textSetting(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The same for a setting that is an object. */
export function namedSetting(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
