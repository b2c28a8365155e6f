import { signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { displayText, isolated } from '../base/text.ts';
import type { Formats } from '../formats/formats.ts';
import { TableHead } from './table-head.tsx';
import { type Result, results } from '../messages/compared-rows.ts';
import type { PageMessage } from '../messages/to-page.ts';
import type { ViewModel } from '../rows/view-model.ts';

const equalCode = results.indexOf('equal');

/** The names of how records compare, by code; `names` are those of the older side and of the newer. */
function differenceNames([older = '', newer = '', ...more]: readonly string[]): string[] {
  const newerSide = more.length === 0 ? newer : t('{0} and {1} more', newer, String(more.length));
  const names: Partial<Record<Result, string>> = {
    'not-compared': '',
    equal: t('Equal'),
    changed: t('Changed'),
    'only-older': t('Only in {0}', older),
    'only-newer': t('Only in {0}', newerSide),
  };
  return results.flatMap((result) => names[result] ?? []);
}

/** What a comparison has found: in the fields of both versions, if versions are compared, and in how many charges. */
export class Comparison {
  /** The names of how records compare, by code. */
  readonly differences: readonly string[];
  readonly fields = signal<PageMessage<'fields'> | undefined>(undefined);
  /** How many charges differ, and how; undefined if they are not compared. */
  readonly counts = signal<string | undefined>(undefined);
  /** Whether equal charges are left out. */
  readonly isOnly = signal(false);
  readonly #formats: Formats;
  readonly #view: ViewModel;

  /** @param names those of the older side and of the newer */
  constructor(formats: Formats, view: ViewModel, names: readonly string[]) {
    this.#formats = formats;
    this.#view = view;
    this.differences = differenceNames(names);
    view.onDidChange((change) => {
      if (change === 'rows') this.#count();
      const { differences } = view.filters;
      this.isOnly.value = differences !== undefined && !differences.includes(this.differences[equalCode] ?? '');
    });
  }

  /** The filter that leaves out equal records. */
  get onlyDifferences(): readonly (string | null)[] {
    return this.differences.map((name, code) => (code === 0 ? null : name)).filter((_, code) => code !== equalCode);
  }

  filter(only: boolean): void {
    this.#view.changeFilters({ differences: only ? this.onlyDifferences : undefined });
  }

  #count(): void {
    const { store } = this.#view;
    const sizes = new Uint32Array(results.length);
    for (const code of store.difference.values) sizes[code] = (sizes[code] ?? 0) + 1;
    const found = this.differences.flatMap((name, code) => {
      const size = code === 0 ? 0 : (sizes[code] ?? 0);
      return size > 0 ? [`${isolated(name)}: ${this.#formats.count(size)}`] : [];
    });
    this.counts.value = store.isCompared ? found.join(' · ') : undefined;
  }
}

interface ComparisonProps {
  readonly comparison: Comparison;
}

/** How many charges differ, and the filter on those. */
export function ComparedCharges({ comparison }: ComparisonProps) {
  const { counts, isOnly } = comparison;
  return (
    <div class="compared-charges" hidden={counts.value === undefined}>
      <span role="status" class="compared-counts">
        {counts.value}
      </span>
      <label>
        <input
          type="checkbox"
          id="only-differences"
          checked={isOnly.value}
          onChange={({ currentTarget }) => comparison.filter(currentTarget.checked)}
        />
        {t('Only Differences')}
      </label>
    </div>
  );
}

/** What versions say of a vehicle: the verdict, the fields that differ, and the others, folded. */
export function ComparedFields({ comparison }: ComparisonProps) {
  const { verdict, moves = '', lines = [], failures = [] } = comparison.fields.value ?? {};
  const [different, others] = [lines.filter(({ differs }) => differs), lines.filter(({ differs }) => !differs)];
  return (
    <section class="comparison" aria-label={t('Comparison')} hidden={!comparison.fields.value}>
      <p class="verdict">{verdict}</p>
      {failures.map((text) => (
        <p class="unread">{displayText(text)}</p>
      ))}
      {different.length > 0 && <FieldTable name={t('Fields that differ')} lines={different} />}
      {others.length > 0 && (
        <details>
          <summary>{moves}</summary>
          <FieldTable name={moves} lines={others} />
        </details>
      )}
    </section>
  );
}

interface FieldTableProps {
  readonly name: string;
  readonly lines: PageMessage<'fields'>['lines'];
}

function FieldTable({ name, lines }: FieldTableProps) {
  const heads = ['2.0', '3'].flatMap((version) => [t('Version {0}', version), t('Value in {0}', version)]);
  return (
    <table aria-label={name}>
      <TableHead heads={[t('Result'), ...heads, t('Change')]} />
      <tbody>
        {lines.map(({ v2, v2Value, v3, v3Value, change, result }) => (
          <tr>
            {[result, v2, v2Value, v3, v3Value, change].map((text, column) => {
              const shown = text === '' ? '–' : displayText(text);
              return <td {...(column % 5 > 0 && text !== '' && { class: 'code', title: shown })}>{shown}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
