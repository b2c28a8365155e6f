import * as z from 'zod/mini';

/** Characters of a name at most. */
export const longestName = 60;

/** How a table is arranged, by name. Only the page reads what it holds: see `webview/table/view-state.ts`. */
const savedView = z.object({ name: z.string(), view: z.record(z.string(), z.unknown()) });
const keptViews = z.object({ views: z.optional(z.array(z.unknown())), last: z.optional(z.unknown()) });
export type SavedView = z.infer<typeof savedView>;

/** The views of an environment, by name. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The name of the one that was used last, with which viewers begin; undefined: none. */
  readonly last: string | undefined;
}

/** A name as it is kept: one line, and the same for the same letters. */
export function viewName(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function isName(name: string): boolean {
  return name !== '' && name.length <= longestName && viewName(name) === name;
}

/** What can be read of views that were kept: another version may have written them. */
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

/** How the table begins. */
export function lastView(saved: SavedViews): SavedView['view'] | undefined {
  return findView(saved, saved.last)?.view;
}

/** Saves a view in the place of one of the same name, and uses it. */
export function withView({ views }: SavedViews, view: SavedView): SavedViews {
  return { views: [...views.filter(({ name }) => name !== view.name), view], last: view.name };
}

export function withoutView({ views, last }: SavedViews, gone: string): SavedViews {
  return { views: views.filter(({ name }) => name !== gone), last: last === gone ? undefined : last };
}

/** A view of the new name before gives way to it. */
export function withNewName(saved: SavedViews, name: string, newName: string): SavedViews {
  const view = findView(saved, name);
  if (!view || name === newName) return saved;
  const others = withoutView(withoutView(saved, newName), name);
  const last = saved.last === name ? newName : others.last;
  return { views: [...others.views, { ...view, name: newName }], last };
}
