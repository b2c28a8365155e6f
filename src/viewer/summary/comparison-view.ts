import { t } from '../../common/translate.ts';
import { type Result, results } from '../messages/compared-rows.ts';
import type { PageMessage } from '../messages/to-page.ts';
import { element, setText } from '../base/dom.ts';
import { displayText } from '../base/text.ts';
import type { Formats } from '../formats/formats.ts';
import type { ViewModel } from '../rows/view-model.ts';

const equalCode = results.indexOf('equal');
const inPairCode = results.indexOf('in-pair');

/** The names of how records compare, by code; `names` are those of the older side and of the newer. */
export function differenceNames([older = '', newer = '', ...more]: readonly string[]): string[] {
  const newerSide = more.length === 0 ? newer : t('{0} and {1} more', newer, String(more.length));
  const names: Partial<Record<Result, string>> = {
    'not-compared': '',
    equal: t('Equal'),
    changed: t('Changed'),
    'other-meaning': t('Different meaning'),
    'only-older': t('Only in {0}', older),
    'only-newer': t('Only in {0}', newerSide),
  };
  return results.flatMap((result) => names[result] ?? []);
}

/** The filter that leaves out equal records. */
export function onlyDifferences(differences: readonly string[]): readonly (string | null)[] {
  return differences.map((name, code) => (code === 0 ? null : name)).filter((_, code) => code !== equalCode);
}

/** What a comparison has found: in the fields of both versions, if versions are compared, and in how many charges. */
export class ComparisonView {
  /** The fields. */
  readonly element: HTMLElement;
  /** How many charges differ, and the filter on those. */
  readonly charges: HTMLElement;
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #differences: readonly string[];
  readonly #counts = element('span', { role: 'status', class: 'compared-counts' });
  readonly #only = element('input', { type: 'checkbox', id: 'only-differences' });

  /** @param differences the names of how records compare, by code */
  constructor(formats: Formats, view: ViewModel, differences: readonly string[]) {
    this.#formats = formats;
    this.#view = view;
    this.#differences = differences;
    this.#only.addEventListener('change', () => this.#filter(this.#only.checked));
    this.element = element('section', { class: 'comparison', 'aria-label': t('Comparison'), hidden: '' });
    const only = element('label', {}, this.#only, t('Only Differences'));
    this.charges = element('div', { class: 'compared-charges', hidden: '' }, this.#counts, only);
    view.onDidChange((change) => {
      if (change === 'rows') this.#count();
      this.#only.checked = this.#isOnly;
    });
  }

  /** All records have arrived. If none differs, all are shown: a table without rows would look like a failure. */
  settled(): void {
    const { store } = this.#view;
    const differs = store.difference.values.some((code) => code !== equalCode && code !== inPairCode);
    if (store.isCompared && !differs && this.#isOnly) this.#filter(false);
  }

  /** What versions say of a vehicle: the verdict, the fields that differ, and the equal ones, folded. */
  showFields({ verdict, lines, failures }: PageMessage<'fields'>): void {
    const wasOpen = this.element.querySelector('details')?.open === true;
    const [equal, different] = [lines.filter(({ isEqual }) => isEqual), lines.filter(({ isEqual }) => !isEqual)];
    const failed = failures.map((text) => element('p', { class: 'unread' }, displayText(text)));
    this.element.replaceChildren(element('p', { class: 'verdict' }, verdict), ...failed);
    if (different.length > 0) this.element.append(this.#table(t('Fields that differ'), different));
    if (equal.length > 0) {
      const name = t(equal.length === 1 ? '1 equal field' : '{0} equal fields', this.#formats.count(equal.length));
      const details = element('details', {}, element('summary', {}, name), this.#table(name, equal));
      details.open = wasOpen;
      this.element.append(details);
    }
    this.element.hidden = false;
  }

  #table(name: string, lines: PageMessage<'fields'>['lines']): HTMLElement {
    const version = (of: string) => [t('Version {0}', of), t('Value')];
    const heads = [...version('2.0'), ...version('3'), t('Change'), t('Result')];
    const rows = lines.map(({ v2, v2Value, v3, v3Value, change, result }) =>
      element(
        'tr',
        {},
        ...[v2, v2Value, v3, v3Value, change, result].map((text, column) => {
          const shown = text === '' ? '–' : displayText(text);
          const cell = element('td', column < 4 && text !== '' ? { class: 'code', title: shown } : {}, shown);
          return cell;
        }),
      ),
    );
    return element(
      'table',
      { 'aria-label': name },
      element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
      element('tbody', {}, ...rows),
    );
  }

  #filter(only: boolean): void {
    this.#view.changeFilters({ differences: only ? onlyDifferences(this.#differences) : undefined });
  }

  get #isOnly(): boolean {
    const { differences } = this.#view.filters;
    return differences !== undefined && !differences.includes(this.#differences[equalCode] ?? '');
  }

  #count(): void {
    const { store } = this.#view;
    const sizes = new Uint32Array(results.length);
    for (const code of store.difference.values) sizes[code] = (sizes[code] ?? 0) + 1;
    const counts = this.#differences.map((name, code) => ({ name, count: sizes[code] ?? 0 }));
    const found = counts.slice(1).filter(({ count }) => count > 0);
    const texts = found.map(({ name, count }) => `${name}: ${this.#formats.count(count)}`);
    setText(this.#counts, store.isCompared ? texts.join(' · ') : '');
    this.charges.hidden = !store.isCompared;
  }
}
