import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';

/**
 * A value as received: the texts of a list, or a single one. Addresses, which may contain a token, and coordinates are
 * left out.
 */
export function rawTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [withoutSecret(value)];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.map(withoutSecret);
  return [JSON.stringify(value, (name, each: unknown) => shownMember(name, each))];
}

function withoutSecret(text: string): string {
  const url = /^\w+:\/\//.test(text) ? parseUrl(text) : undefined;
  return url ? t('{0}… (not shown, may contain a token)', `${url.protocol}//${url.host}/`) : text;
}

function shownMember(name: string, value: unknown): unknown {
  if (name === 'latitude' || name === 'longitude') return t('(not shown)');
  return typeof value === 'string' ? withoutSecret(value) : value;
}
