import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';

/** The code of a notebook's cells as a single text, with the position of each character in the file. */
export interface NotebookCode {
  readonly code: string;
  /** The language in lower case, as the notebook names it: `python`. */
  readonly language: string;
  /** The range in the file of a range in `code`. */
  readonly place: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** Undefined if the text is not a notebook. Text cells, images and outputs are not code. */
export function notebookCode(text: string): NotebookCode | undefined {
  let root: Node | undefined;
  try {
    root = parseTree(text);
  } catch {
    // The JSON is nested too deeply for the parser.
  }
  const cells = root && findNodeAtLocation(root, ['cells'])?.children;
  if (!root || !cells) return undefined;
  const code: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const cell of cells) {
    const source = findNodeAtLocation(cell, ['source']);
    if (!source || valueAt(cell, 'cell_type') !== 'code') continue;
    for (const part of source.type === 'string' ? [source] : (source.children ?? [])) {
      if (part.type === 'string') decode(text, part, code, starts, ends);
    }
    code.push('\n');
    starts.push(source.offset + source.length - 1);
    ends.push(source.offset + source.length);
  }
  const named =
    valueAt(root, 'metadata', 'language_info', 'name') ?? valueAt(root, 'metadata', 'kernelspec', 'language');
  return {
    code: code.join(''),
    language: typeof named === 'string' ? named.toLowerCase() : 'python',
    place: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  };
}

function valueAt(node: Node, ...path: string[]): unknown {
  const found = findNodeAtLocation(node, path);
  return found && getNodeValue(found);
}

/** Decodes a JSON string, one UTF-16 unit at a time. */
function decode(text: string, { offset, length }: Node, code: string[], starts: number[], ends: number[]): void {
  for (let at = offset + 1; at < offset + length - 1;) {
    const next = text[at] !== '\\' ? at + 1 : text[at + 1] === 'u' ? at + 6 : at + 2;
    const raw = text.slice(at, next);
    code.push(raw.length === 1 ? raw : unescaped(raw));
    starts.push(at);
    ends.push(next);
    at = next;
  }
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return ' ';
  }
}
