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

/** What a view shows. */
interface LineSource<T> extends Omit<vscode.TreeDataProvider<T>, 'getChildren'> {
  getChildren(line?: T): readonly T[];
  getTreeItem(line: T): vscode.TreeItem;
}

/**
 * The lines of a view, whose texts are displayed literally. VS Code knows a line by its object: it stays the same one,
 * with new content, for as long as there is one with its ID in its place.
 */
export function literalLines<T extends { readonly id: string }>(source: LineSource<T>) {
  const root = {};
  /** What VS Code was given. */
  const below = new WeakMap<object, readonly T[]>();
  const drawn = new WeakMap<T, { readonly id: string | undefined; readonly look: string }>();

  const linesBelow = (parent?: T): T[] => {
    const known = new Map(below.get(parent ?? root)?.map((line) => [line.id, line]));
    return source.getChildren(parent).map((line) => {
      const same = known.get(line.id) ?? line;
      const nothing = Object.fromEntries(Object.keys(same).map((key) => [key, undefined]));
      return same === line ? line : Object.assign(same, nothing, line);
    });
  };
  const draw = (line: T) => {
    const item = shownItem(source.getTreeItem(line));
    const look = JSON.stringify(item, (key, value: unknown) => (key === 'arguments' ? undefined : value));
    return { item, id: item.id, look };
  };
  const outdated = (mayDiffer: (line: T) => boolean, parent?: T): readonly (T | undefined)[] => {
    const before = below.get(parent ?? root);
    if (!before) return [];
    const lines = linesBelow(parent);
    const seen = lines.map((line) => ({ line, then: drawn.get(line), now: mayDiffer(line) ? draw(line) : undefined }));
    const isSame = seen.every(
      ({ line, then, now }, at) => line === before[at] && (!then || !now || then.id === now.id),
    );
    // By another ID, VS Code would not find a line of the first level.
    if (!isSame || lines.length !== before.length) return [parent];
    return seen.flatMap(({ line, then, now }) =>
      then && now && then.look !== now.look ? [line] : outdated(mayDiffer, line),
    );
  };
  return {
    ...source,
    getChildren: (parent?: T) => {
      const lines = linesBelow(parent);
      for (const each of lines) given.add(each);
      below.set(parent ?? root, lines);
      return lines;
    },
    getTreeItem: (line: T) => {
      const { item, ...seen } = draw(line);
      drawn.set(line, seen);
      return item;
    },
    resolveTreeItem: async (item: vscode.TreeItem, line: T, token: vscode.CancellationToken) =>
      shownItem((await source.resolveTreeItem?.(item, line, token)) ?? item),
    /**
     * Makes VS Code draw the lines again that are not as it was given them, if any: it keeps 240 bytes of each, for ever.
     *
     * @param mayDiffer spares looking at others
     */
    redraw: ({ changed }: ViewShell, mayDiffer: (line: T) => boolean = () => true) => {
      const lines = outdated(mayDiffer);
      if (lines.length > 0) changed.fire(lines.includes(undefined) ? undefined : lines);
    },
  };
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
