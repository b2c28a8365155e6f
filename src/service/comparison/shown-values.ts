import { isRecord } from '../../common/is-record.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { Place } from '../field-mapping/field-mapping.ts';
import { parseUtcTimestamp } from '../records/utc-time.ts';
import { code } from './markdown-text.ts';

/** A value as received, formatted as code. */
export function rawValue(value: unknown): string {
  return value === undefined ? '–' : rawTexts(value).map(code).join(', ');
}

/**
 * A value as received: the texts of a list, or a single one. Addresses, which may contain a token, and coordinates are
 * left out.
 */
export function rawTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [withoutSecret(value)];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(withoutSecret);
  return [JSON.stringify(value, (name, each: unknown) => shownMember(name, each))];
}

/**
 * A value in readable form, the same for both versions: levels in percent, other numbers to the hundredth, times in
 * UTC, places as text.
 */
export function alikeValue(place: Place | undefined, value: unknown): string {
  if (place?.scale === '0-1' && typeof value === 'number') return `${round(value * 100)} %`;
  if (place?.scale === '0-100' && typeof value === 'number') return `${round(value)} %`;
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (typeof value === 'string') {
    const time = parseUtcTimestamp(value);
    return Number.isNaN(time) ? rawValue(value) : timeText(time);
  }
  if (isRecord(value)) {
    const named = [value.name, value.address].filter((each) => typeof each === 'string');
    if (named.length > 0) return code([...new Set(named)].join(', '));
  }
  return rawValue(value);
}

/** `2026-11-25 18:00`; with seconds unless they are zero. */
export function timeText(time: number): string {
  const text = new Date(time).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, text.endsWith(':00.000Z') ? 16 : 19)}`;
}

function withoutSecret(text: string): string {
  const url = /^\w+:\/\//.test(text) ? parseUrl(text) : undefined;
  return url ? t('{0}… (not shown, may contain a token)', `${url.protocol}//${url.host}/`) : text;
}

function shownMember(name: string, value: unknown): unknown {
  if (name === 'latitude' || name === 'longitude') return t('(not shown)');
  return typeof value === 'string' ? withoutSecret(value) : value;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
