import * as z from 'zod/mini';

/** The maximum length of a name, in characters. */
export const longestName = 60;

/** A named arrangement of the table. Only the page reads its content: see `src/viewer/table/view-state.ts`. */
const savedView = z.object({ name: z.string(), view: z.record(z.string(), z.unknown()) });
const keptViews = z.object({ views: z.optional(z.array(z.unknown())), last: z.optional(z.unknown()) });
export type SavedView = z.infer<typeof savedView>;

/** The saved views of an environment, by name. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The name of the view that was used last, with which new viewers start; undefined: none. */
  readonly last: string | undefined;
}

/** Normalizes a name for storage: a single line, in Unicode form NFC. */
export function viewName(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function isName(name: string): boolean {
  return name !== '' && name.length <= longestName && viewName(name) === name;
}

/** Reads saved views, ignoring what cannot be read: another version of the extension may have written them. */
export function readSavedViews(kept: unknown): SavedViews {
  const { views: list = [], last } = keptViews.safeParse(kept).data ?? {};
  const views = new Map<string, SavedView>();
  for (const each of list) {
    const { data } = savedView.safeParse(each);
    if (data && isName(data.name) && !views.has(data.name)) views.set(data.name, data);
  }
  return { views: [...views.values()], last: typeof last === 'string' && views.has(last) ? last : undefined };
}

export function findView({ views }: SavedViews, name: string | undefined): SavedView | undefined {
  return views.find((each) => each.name === name);
}

/** The arrangement with which the table starts. */
export function lastView(saved: SavedViews): SavedView['view'] | undefined {
  return findView(saved, saved.last)?.view;
}

/** Saves a view, replacing one of the same name, and makes it the last used. */
export function withView({ views }: SavedViews, view: SavedView): SavedViews {
  return { views: [...views.filter(({ name }) => name !== view.name), view], last: view.name };
}

export function withoutView({ views, last }: SavedViews, gone: string): SavedViews {
  return { views: views.filter(({ name }) => name !== gone), last: last === gone ? undefined : last };
}

/** Renames a view, replacing any view that already has the new name. */
export function withNewName(saved: SavedViews, name: string, newName: string): SavedViews {
  const view = findView(saved, name);
  if (!view || name === newName) return saved;
  const others = withoutView(withoutView(saved, newName), name);
  const last = saved.last === name ? newName : others.last;
  return { views: [...others.views, { ...view, name: newName }], last };
}
