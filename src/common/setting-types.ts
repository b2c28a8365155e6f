import { isRecord } from './is-record.ts';

/**
 * VS Code marks a setting of another type than the manifest's, and hands it out all the same. A workspace may have some,
 * trusted or not.
 */
export function textSetting(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The same of a setting with names. */
export function namedSetting(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

export function numberSetting(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
