import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { isRecord } from '../../common/is-record.ts';
import type { Added } from './add-to-json.ts';

/** The table of a server, in the usual notation. */
export function tomlOf(section: string, name: string, value: object): string {
  return `${stringify({ [section]: { [name]: value } }).trim()}\n`;
}

/**
 * Adds the table of the server to the end of a TOML text. Everything else remains unchanged, which is verified by
 * parsing the result. `unreadable` is also returned if the servers are in an inline table, which cannot be extended.
 */
export function addToToml(text: string, section: string, name: string, value: object): Added {
  const before = tableOf(text);
  const inner = before?.[section];
  if (!before || (inner !== undefined && !isRecord(inner))) return 'unreadable';
  if (inner && Object.hasOwn(inner, name)) return 'present';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const own = tomlOf(section, name, value).replaceAll('\n', eol);
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const added = text + gap + own;
  const after = tableOf(added);
  return after && isChangedInOne(before, after, section, name, value) ? { text: added } : 'unreadable';
}

function tableOf(text: string): TomlTable | undefined {
  try {
    return parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' });
  } catch {
    return undefined;
  }
}

/** Whether the server is the only difference. */
function isChangedInOne(before: TomlTable, after: TomlTable, section: string, name: string, value: object): boolean {
  const inner = after[section];
  if (!isRecord(inner)) return false;
  const isWritten = isDeepStrictEqual(JSON.parse(JSON.stringify(inner[name])), JSON.parse(JSON.stringify(value)));
  Reflect.deleteProperty(inner, name);
  if (!Object.hasOwn(before, section)) Reflect.deleteProperty(after, section);
  return isWritten && isDeepStrictEqual(after, before);
}
