import { isRecord } from '../common/is-record.ts';

/**
 * A text of JSON with comments, with `value` added as `[name]` to the object `section`, which is made where there is
 * none. Everything else stays to the letter. `present`: it has one by that name; `unreadable`: it is no such text.
 */
export function addMember(
  text: string,
  section: string,
  name: string,
  value: object,
): { readonly text: string } | 'present' | 'unreadable' {
  if (text.trim() === '') return { text: `${JSON.stringify({ [section]: { [name]: value } }, undefined, 2)}\n` };
  const marks = marksOf(text);
  const plain = marks && parsed(marks);
  if (!marks || !isRecord(plain)) return 'unreadable';
  const inner = plain[section];
  if (inner !== undefined && !isRecord(inner)) return 'unreadable';
  if (inner && Object.hasOwn(inner, name)) return 'present';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const member = inner ? { [name]: value } : { [section]: { [name]: value } };
  const end = inner ? endOfSection(marks, section) : marks.findLastIndex(({ kind }) => kind === '}');
  const depth = inner ? 2 : 1;
  return { text: inserted(text, marks, end, member, unit, depth) };
}

/** A piece of the text that means something: a string, a number or word, or one character. Comments are none. */
interface Mark {
  readonly kind: string;
  readonly start: number;
  readonly text: string;
}

const pieces = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*")|([{}[\],:])|([\w.+-]+)/y;

function marksOf(text: string): readonly Mark[] | undefined {
  const marks: Mark[] = [];
  pieces.lastIndex = text.startsWith('\ufeff') ? 1 : 0;
  while (pieces.lastIndex < text.length) {
    const start = pieces.lastIndex;
    const [piece, string, sign, word] = pieces.exec(text) ?? [];
    if (piece === undefined) return undefined;
    const kind = sign ?? (string === undefined ? 'word' : 'string');
    if (string !== undefined || sign !== undefined || word !== undefined) marks.push({ kind, start, text: piece });
  }
  return marks;
}

/** Without comments, and without a comma before a bracket, which editors take. */
function parsed(marks: readonly Mark[]): unknown {
  const isExtra = ({ kind }: Mark, index: number) => kind === ',' && /^[}\]]$/.test(marks[index + 1]?.kind ?? '');
  try {
    return JSON.parse(
      marks
        .filter((mark, index) => !isExtra(mark, index))
        .map(({ text }) => text)
        .join(' '),
    );
  } catch {
    return undefined;
  }
}

/** Index of the bracket that ends the object of this name. Of two, the last counts, as for every reader. */
function endOfSection(marks: readonly Mark[], section: string): number {
  let depth = 0;
  let isWithin = false;
  let end = -1;
  for (const [index, { kind, text }] of marks.entries()) {
    if (kind === '{' || kind === '[') depth++;
    if (kind === '}' || kind === ']') depth--;
    const isName = depth === 1 && kind === 'string' && marks[index + 1]?.kind === ':';
    if (isName) isWithin = JSON.parse(text) === section;
    if (isWithin && depth === 1 && kind === '}') end = index;
  }
  return end;
}

function inserted(
  text: string,
  marks: readonly Mark[],
  end: number,
  member: object,
  unit: string,
  depth: number,
): string {
  const before = marks[end - 1];
  const close = marks[end];
  if (!before || !close) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = JSON.stringify(member, undefined, unit).split('\n').slice(1, -1);
  const body = lines.map((line) => unit.repeat(depth - 1) + line).join(eol);
  const comma = before.kind === '{' || before.kind === ',' ? '' : ',';
  const at = before.start + before.text.length;
  // What stands between the last member and the bracket may be a comment; it stays where it is.
  const between = text.slice(at, close.start).trimEnd();
  return `${text.slice(0, at)}${comma}${between}${eol}${body}${eol}${unit.repeat(depth - 1)}${text.slice(close.start)}`;
}
