import { readFileSync } from 'node:fs';
import { english, type Translate } from '../../../common/translate.ts';

/**
 * The messages of one of VS Code's bundles (`bundle.l10n.de.json`), for a process without VS Code. The file is read for
 * the first message, which most processes never need. Missing messages, or all if it can't be read, are in English.
 */
export function bundledMessages(file: string): Translate {
  let messages: ReadonlyMap<string, unknown> | undefined;
  return (message, ...args) => {
    messages ??= readBundle(file);
    const translated = messages.get(message);
    return english(typeof translated === 'string' ? translated : message, ...args);
  };
}

function readBundle(file: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object));
  } catch {
    return new Map();
  }
}
