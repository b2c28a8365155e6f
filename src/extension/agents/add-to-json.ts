import { isDeepStrictEqual } from 'node:util';
import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';

/**
 * The whole text with the server added. `present`: it already has a server of that name; `unreadable`: it cannot be
 * changed safely.
 */
export type Added = { readonly text: string } | 'present' | 'unreadable';

/** Limits nesting, because the parser is recursive. */
const deepest = 200;

/**
 * Adds `value` as `[name]` to the object `section` in a text of JSON with comments, creating the section if necessary.
 * Everything else remains unchanged, which is verified by parsing the result. `unreadable` is also returned if the
 * section occurs twice, because programs differ in which one they use.
 */
export function addToJson(text: string, section: string, name: string, value: object): Added {
  if (text.trim() === '') return { text: `${JSON.stringify({ [section]: { [name]: value } }, undefined, 2)}\n` };
  const before = treeOf(text);
  if (before?.type !== 'object') return 'unreadable';
  const sections = membersOf(before, section);
  const [inner] = sections;
  if (sections.length > 1 || (inner && inner.type !== 'object')) return 'unreadable';
  if (inner && membersOf(inner, name).length > 0) return 'present';
  const added = inserted(
    text,
    inner ?? before,
    inner ? { [name]: value } : { [section]: { [name]: value } },
    inner ? 2 : 1,
  );
  const after = treeOf(added);
  return after && isChangedInOne(before, after, section, name, value) ? { text: added } : 'unreadable';
}

/**
 * Parses the text without its byte order mark, which editors may add; the mark is replaced by a space to keep offsets.
 */
function treeOf(text: string): Node | undefined {
  const body = text.replace(/^\ufeff/, ' ');
  let depth = 0;
  for (const { text: mark } of marksOf(body)) {
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
    if (depth > deepest) return undefined;
  }
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { allowTrailingComma: true });
  return errors.length === 0 ? tree : undefined;
}

function membersOf({ children = [] }: Node, name: string): Node[] {
  return children.flatMap(({ children: [key, value] = [] }) => (key?.value === name && value ? [value] : []));
}

/** Inserts a member at the end of an object. A comment after the last member stays where it is. */
function inserted(text: string, { offset, length }: Node, member: object, depth: number): string {
  const close = offset + length - 1;
  let last = { text: '{', end: offset + 1 };
  for (const mark of marksOf(text, offset)) {
    if (mark.end > close) break;
    last = mark;
  }
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = JSON.stringify(member, undefined, unit).split('\n').slice(1, -1);
  const body = lines.map((line) => unit.repeat(depth - 1) + line).join(eol);
  const between = text.slice(last.end, close).trimEnd();
  const comma = last.text === ',' || last.end === offset + 1 ? '' : ',';
  return `${text.slice(0, last.end)}${comma}${between}${eol}${body}${eol}${unit.repeat(depth - 1)}${text.slice(close)}`;
}

/** Yields the tokens other than comments and white space. `text` is the first character of each. */
function* marksOf(text: string, from = 0): Generator<{ readonly text: string; readonly end: number }> {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (start >= text.length) return;
    yield { text: text.charAt(start), end: start + scanner.getTokenLength() };
  }
}

/** A value exactly as written, with members in order, including duplicates. */
type Plain = string | number | boolean | null | readonly Plain[] | { readonly members: readonly [string, Plain][] };

/** @param left the value of a member to leave out */
function plainOf({ type, children = [], value }: Node, left?: Node): Plain {
  if (type === 'array') return children.map((each) => plainOf(each, left));
  if (type !== 'object') return value as Plain;
  return {
    members: children.flatMap(({ children: [key, member] = [] }): [string, Plain][] =>
      key && member && member !== left ? [[String(key.value), plainOf(member, left)]] : [],
    ),
  };
}

/** Whether the server is the only difference. */
function isChangedInOne(before: Node, after: Node, section: string, name: string, value: object): boolean {
  const [inner] = membersOf(after, section);
  const [own] = inner ? membersOf(inner, name) : [];
  const expected = treeOf(JSON.stringify(value));
  if (!inner || !own || !expected) return false;
  const isNew = membersOf(before, section).length === 0;
  const hasOthers = inner.children?.length !== 1;
  if (!isDeepStrictEqual(plainOf(own), plainOf(expected)) || (isNew && hasOthers)) return false;
  return isDeepStrictEqual(plainOf(after, isNew ? inner : own), plainOf(before));
}
