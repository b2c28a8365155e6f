/** A value after `=`: text, parts of which may be quoted, up to the end of the line or a comment. */
const value = String.raw`(?:[^"\\#;\r\n]|\\(?:\r?\n|.)|"(?:[^"\\\r\n]|\\(?:\r?\n|.))*")*`;
const parts = new RegExp(
  String.raw`[\s\ufeff]+|[#;].*|\[(?<section>[\w.-]+)(?:[ \t]+"(?<inner>(?:[^"\\\r\n]|\\.)*)")?\]|(?<name>[A-Za-z][\w-]*)[ \t]*(?:=(?<value>${value}))?|.+`,
  'gy',
);

/** Yields the settings of a git configuration file in order, with lower-case names such as `core.ignorecase`. */
export function* readGitConfig(text: string): Generator<readonly [name: string, value: string]> {
  let section = '';
  for (const { groups } of text.matchAll(parts)) {
    const { section: header, inner, name, value } = groups ?? {};
    if (header !== undefined) section = inner === undefined ? header.toLowerCase() : `${header.toLowerCase()}.${inner}`;
    // A name without a value is true.
    else if (name !== undefined)
      yield [`${section}.${name.toLowerCase()}`, value === undefined ? 'true' : plain(value)];
  }
}

export const isTrue = (value: string) => /^(?:true|yes|on|[1-9]\d*)$/i.test(value);

function plain(value: string): string {
  let text = '';
  let kept = 0;
  let inQuotes = false;
  for (const [part] of value.trimStart().matchAll(/\\\r?\n|\\.|[^]/g)) {
    if (part === '"') inQuotes = !inQuotes;
    else if (/^\\\r?\n$/.test(part)) continue;
    else text += part.startsWith('\\') && part.length === 2 ? (escapes[part] ?? part.slice(1)) : part;
    // Trailing blanks are dropped unless they are quoted.
    if (inQuotes || !/\s/.test(part)) kept = text.length;
  }
  return text.slice(0, kept);
}

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\b': '\b' };
