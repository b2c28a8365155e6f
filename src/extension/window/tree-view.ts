import type * as vscode from 'vscode';
import { guarded, shown } from './literal-texts.ts';

/** A view, which asks for its lines once the window is open. */
export interface ViewShell {
  readonly view: vscode.TreeView<unknown>;
  /** Makes VS Code ask again: for these lines, or for all. */
  readonly changed: vscode.EventEmitter<unknown>;
}

const given = new WeakSet<object>();

/** Whether a view gave this line to VS Code, so that nobody has made it up. */
export function isGiven(line: object): boolean {
  return given.has(line);
}

/** A view, whose texts are displayed literally. */
export function literalView<T>(view: vscode.TreeView<unknown>): vscode.TreeView<T> {
  const known = view as vscode.TreeView<T>;
  return guarded(known, { reveal: (...line) => reveal(known, ...line) });
}

/** What a view shows, as it is now. */
interface LineSource<T> extends Omit<vscode.TreeDataProvider<T>, 'getChildren'> {
  getChildren(line?: T): readonly T[];
  getTreeItem(line: T): vscode.TreeItem;
}

/** The lines of a view, each the same object for as long as it has its ID and its place. */
export interface Lines<T> extends vscode.TreeDataProvider<T> {
  getChildren(line?: T): T[];
  getTreeItem(line: T): vscode.TreeItem;
  /**
   * Makes VS Code ask again for the lines that are not as it was given them, and for no others: it never frees some 240
   * bytes of each line that it draws.
   *
   * @param mayDiffer spares looking at the texts of others
   */
  redraw(shell: ViewShell, mayDiffer?: (line: T) => boolean): void;
}

/** The lines of a view, whose texts are displayed literally. */
export function literalLines<T extends { readonly id: string }>(source: LineSource<T>): Lines<T> {
  const root = {};
  /** As VS Code was given them, by the line above. */
  const below = new WeakMap<object, readonly T[]>();
  const drawn = new WeakMap<T, Pick<vscode.TreeItem, 'id'> & { readonly look: string }>();

  const linesBelow = (parent?: T): T[] => {
    const known = new Map(below.get(parent ?? root)?.map((line) => [line.id, line]));
    return source.getChildren(parent).map((line) => become(known.get(line.id), line));
  };
  const draw = (line: T) => {
    const item = shownItem(source.getTreeItem(line));
    const look = JSON.stringify(item, (key, value: unknown) => (key === 'arguments' ? undefined : value));
    return { item, look };
  };
  const outdated = (mayDiffer: (line: T) => boolean, parent?: T): readonly (T | undefined)[] => {
    const before = below.get(parent ?? root);
    if (!before) return [];
    const lines = linesBelow(parent);
    if (lines.length !== before.length || lines.some((line, at) => line !== before[at])) return [parent];
    const found: (T | undefined)[] = [];
    for (const line of lines) {
      const then = drawn.get(line);
      const now = then && mayDiffer(line) ? draw(line) : undefined;
      // VS Code would not find a line of the first level by another ID.
      if (now && now.item.id !== then?.id) return [parent];
      if (now && now.look !== then?.look) found.push(line);
      else found.push(...outdated(mayDiffer, line));
    }
    return found;
  };
  return {
    ...source,
    getChildren: (parent) => {
      const lines = linesBelow(parent);
      for (const each of lines) given.add(each);
      below.set(parent ?? root, lines);
      return lines;
    },
    getTreeItem: (line) => {
      const { item, look } = draw(line);
      drawn.set(line, { id: item.id, look });
      return item;
    },
    resolveTreeItem: async (item, line, token) =>
      shownItem((await source.resolveTreeItem?.(item, line, token)) ?? item),
    redraw: ({ changed }, mayDiffer = () => true) => {
      const lines = outdated(mayDiffer);
      if (lines.length > 0) changed.fire(lines.includes(undefined) ? undefined : lines);
    },
  };
}

/** The known line with the content of this one: a command may have been given it. */
function become<T extends object>(known: T | undefined, line: T): T {
  if (!known || known === line) return line;
  for (const key of Object.keys(known)) Reflect.deleteProperty(known, key);
  return Object.assign(known, line);
}

/** Changed in place, because a tree item may keep its label and description as the constructor set them. */
function shownItem(item: vscode.TreeItem): vscode.TreeItem {
  return Object.assign(item, shown({ ...item }));
}

/**
 * Reveals a line of a tree after the event loop has turned: trees collect their changes until then, and VS Code cannot
 * find a line that it does not know yet. Where VS Code draws the tree again meanwhile, it reveals nothing, and is asked
 * again. A line that is gone by then cannot be revealed, which is not an error.
 */
async function reveal<T>(view: vscode.TreeView<T>, line: T, options?: RevealOptions<T>): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await new Promise((resume) => setImmediate(resume));
    const isDone = await Promise.resolve(view.reveal(line, options)).then(
      () => options?.select === false || view.selection.includes(line),
      () => false,
    );
    if (isDone) return;
  }
}

type RevealOptions<T> = Parameters<vscode.TreeView<T>['reveal']>[1];
