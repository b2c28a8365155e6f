import { isDeepStrictEqual } from 'node:util';
import { QuickPickItemKind, type QuickPickItem, env, l10n } from 'vscode';
import {
  type SavedView,
  type SavedViews,
  findView,
  longestName,
  viewName,
  withNewName,
  withView,
  withoutView,
} from './saved-views.ts';
import type { HostAnswers } from '../../../viewer/messages/to-host.ts';
import { overPage } from '../../window/over-page.ts';
import { window } from '../../window/window.ts';

/** Where the views of an environment are stored. */
export interface ViewStore {
  read(): SavedViews;
  write(views: SavedViews): PromiseLike<void>;
}

type Item = QuickPickItem & { readonly run?: () => Promise<HostAnswers['views']> };

const separator: Item = { label: '', kind: QuickPickItemKind.Separator };

/**
 * Shows the quick pick of views, with every action on them.
 *
 * @param now the current arrangement of the table
 * @returns the arrangement to apply; undefined to leave the table as it is
 */
export async function chooseView(store: ViewStore, now: SavedView['view']): Promise<HostAnswers['views']> {
  const { views } = store.read();
  const { compare } = new Intl.Collator(env.language, { numeric: true });
  const sorted = views.toSorted((a, b) => compare(a.name, b.name));
  const use = async (saved: SavedView | undefined): Promise<HostAnswers['views']> => {
    await store.write({ ...store.read(), last: saved?.name });
    return { view: saved?.view };
  };
  const items: Item[] = [
    ...sorted.map((saved) => ({
      label: saved.name,
      description: isDeepStrictEqual(saved.view, now) ? l10n.t('current') : '',
      run: () => use(saved),
    })),
    { label: l10n.t('Default View'), run: () => use(undefined) },
    separator,
    { label: l10n.t('Save View As…'), run: () => save(store, now) },
  ];
  if (views.length > 0) {
    items.push({ label: l10n.t('Rename View…'), run: () => rename(store, sorted) });
    items.push({ label: l10n.t('Delete View…'), run: () => remove(store, sorted) });
  }
  const chosen = await window.showQuickPick(items, { title: l10n.t('Views'), ...overPage });
  return chosen?.run?.();
}

async function save(store: ViewStore, view: SavedView['view']): Promise<undefined> {
  const name = await askName(store, l10n.t('Save View'), store.read().last ?? '');
  if (name !== undefined) await store.write(withView(store.read(), { name, view }));
}

async function rename(store: ViewStore, views: readonly SavedView[]): Promise<undefined> {
  const before = await chooseOne(views, l10n.t('Rename View'));
  const name = before && (await askName(store, l10n.t('Rename View'), before, before));
  if (name) await store.write(withNewName(store.read(), before, name));
}

async function remove(store: ViewStore, views: readonly SavedView[]): Promise<undefined> {
  const name = await chooseOne(views, l10n.t('Delete View'));
  if (name !== undefined) await store.write(withoutView(store.read(), name));
}

async function chooseOne(views: readonly SavedView[], title: string): Promise<string | undefined> {
  const items = views.map(({ name }) => ({ label: name, name }));
  return (await window.showQuickPick(items, { title, ...overPage }))?.name;
}

/** @param own a name that may be kept: it is not taken by another view */
async function askName(store: ViewStore, title: string, value: string, own?: string): Promise<string | undefined> {
  const text = await window.showInputBox({
    ...{ title, value, prompt: l10n.t('Name of the view'), ...overPage },
    validateInput: (typed) => {
      const { length } = viewName(typed);
      if (length === 0) return l10n.t('Enter a name.');
      return length > longestName ? l10n.t('Use at most {0} characters.', longestName) : undefined;
    },
  });
  if (text === undefined) return undefined;
  const name = viewName(text);
  if (name === own || !findView(store.read(), name)) return name;
  const replace = l10n.t('Replace');
  const question = l10n.t('A view named “{0}” already exists.', name);
  return (await window.showWarningMessage(question, { modal: true }, replace)) === replace ? name : undefined;
}
