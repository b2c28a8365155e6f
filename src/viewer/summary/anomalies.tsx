import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import type { Field } from '../../service/records/columns.ts';
import { BackgroundTask } from '../base/background.ts';
import { focusNeighbour } from '../base/dom.ts';
import { useKeptFocus } from '../base/kept-focus.ts';
import { isolated } from '../base/text.ts';
import type { ColumnStore } from '../data/column-store.ts';
import type { Formats } from '../formats/formats.ts';
import {
  type Anomalies,
  type AnomalyKind,
  anomalyKinds,
  capacityTolerance,
  fieldOfKind,
  findAnomalies,
  longestCharge,
} from '../results/anomalies.ts';
import type { ViewModel } from '../rows/view-model.ts';

const day = 86_400_000;
/** Maximum number of entries in the list; the counts include all anomalies. */
const mostEntries = 100;

type Nominals = readonly (number | undefined)[];

export interface AnomalySearchEvents {
  /**
   * Goes to the next record for which `wanted` returns a field, searching from the active record and wrapping around.
   */
  readonly goToNext: (wanted: (row: number) => Field | undefined) => void;
  /** The marks in the table have changed. */
  readonly onNotes: (notes: (row: number, field: Field) => string) => void;
  /** The search for anomalies has finished. */
  readonly onFound: () => void;
}

/** What is listed: the anomalies among the records that pass the filters. */
interface Listed {
  readonly store: ColumnStore;
  readonly mask: Uint8Array | undefined;
  readonly anomalies: Anomalies;
  readonly nominals: Nominals;
}

/** Searches the records for anomalies, marks them in the table, and goes to them. */
export class AnomalySearch {
  /** Undefined while they are unknown. */
  readonly found = signal<Anomalies | undefined>(undefined);
  /** May still be what was found before. */
  readonly listed = signal<Listed | undefined>(undefined);
  readonly formats: Formats;
  readonly #view: ViewModel;
  readonly #events: AnomalySearchEvents;
  readonly #searching = new BackgroundTask();
  /** By the vehicle's number, as they were at the time of the search. */
  #nominals: Nominals = [];

  constructor(formats: Formats, view: ViewModel, events: AnomalySearchEvents) {
    this.formats = formats;
    this.#view = view;
    this.#events = events;
  }

  /** The label of the list's tab: with their number, once it is known. */
  get title(): string {
    const found = this.found.value;
    return found ? t('{0} ({1})', t('Anomalies'), this.formats.count(found.records)) : t('Anomalies');
  }

  /** Discards the results, because the records have changed. */
  forget(): void {
    this.found.value = undefined;
    this.#events.onNotes(() => '');
  }

  /** Clears the list as well, for the case that new results will take longer. */
  unlist(): void {
    this.listed.value = undefined;
  }

  cancel(): void {
    this.#searching.cancel();
  }

  /** @param nominals capacities in the unit of the energies, by the vehicle's number; undefined: unknown */
  find(nominals: Nominals): void {
    const { store } = this.#view;
    const asked = [...nominals];
    this.#searching.run(() => {
      const anomalies = findAnomalies(store, asked);
      this.found.value = anomalies;
      this.#nominals = asked;
      this.#events.onNotes((row, field) => {
        if (!anomalies.has(row)) return '';
        const here = anomalies.kindsOf(row).filter((kind) => fieldOfKind[kind] === field);
        return here.map((kind) => this.sentence(kind, anomalies, asked[store.vehicleOf(row)])).join(' ');
      });
      this.#events.onFound();
    });
  }

  /** Lists the anomalies among the records that pass the filters. */
  show(): void {
    const { store, mask } = this.#view;
    const anomalies = this.found.value;
    if (anomalies) this.listed.value = { store, mask, anomalies, nominals: this.#nominals };
  }

  /** Where a record stands out first. */
  fieldOf(row: number): Field | undefined {
    return this.found.value?.kindsOf(row).map((kind) => fieldOfKind[kind])[0];
  }

  goTo(wanted: number, kind: AnomalyKind): void {
    this.#events.goToNext((row) => (row === wanted ? fieldOfKind[kind] : undefined));
  }

  /** @param nominal capacity of the battery in question; undefined: there are several */
  sentence(kind: AnomalyKind, { gapLimit }: Anomalies, nominal: number | undefined): string {
    const days = (time: number) => this.formats.count(Math.round(time / day));
    const losses = this.formats.percent(capacityTolerance - 1);
    switch (kind) {
      case 'overlap':
        return t('Overlaps an earlier charge.');
      case 'gap':
        return t('First charge after an unusually long gap (over {0} days).', days(gapLimit));
      case 'tooLong':
        return t('Lasts longer than {0} days.', days(longestCharge));
      case 'overCapacity':
        if (nominal === undefined) {
          return t('More energy than the vehicle’s battery holds (plus {0} for losses).', losses);
        }
        return t(
          'More energy than the battery holds ({0}, plus {1} for losses).',
          this.formats.energyWithUnit(nominal),
          losses,
        );
      case 'levelFalls':
        return t('The level falls during the charge.');
    }
  }
}

interface AnomalyListProps {
  readonly search: AnomalySearch;
}

/** The list of anomalies. An entry leads to its record. */
export function AnomalyList({ search }: AnomalyListProps) {
  const listed = search.listed.value;
  const list = useRef<HTMLDivElement>(null);
  const entries = () => list.current?.querySelectorAll<HTMLElement>('.entries button') ?? [];
  // Also on the text that says none are left.
  useKeptFocus(list, '.entries button, .plot-empty');
  return (
    <div class="anomalies" ref={list} onKeyDown={(event) => focusNeighbour(event, entries())}>
      {listed && <Reasons search={search} {...listed} />}
    </div>
  );
}

function Reasons({ search, store, mask, anomalies, nominals }: AnomalyListProps & Listed) {
  const { formats } = search;
  /** The entry in the tab order. */
  const [stop, setStop] = useState('');
  const rows = anomalies.first(mostEntries, mask);
  const several = store.vehicleCount > 1;
  const sentence = (kind: AnomalyKind) => search.sentence(kind, anomalies, several ? undefined : nominals[0]);
  const unknown = Array.from({ length: store.vehicleCount }, (_, vehicle) => nominals[vehicle]).includes(undefined);
  const unchecked = several
    ? t('Energy is not checked for vehicles with unknown nominal capacity.')
    : t('Energy is not checked: the nominal capacity is unknown.');
  const note = unknown ? ` ${unchecked}` : '';
  const here = mask ? anomalies.among(mask) : anomalies;
  if (rows.length === 0 && here.common.size === 0) {
    const all = [...Object.values(anomalies.counts), ...anomalies.common.values()];
    const hidden = all.reduce((sum, count) => sum + count);
    const filtered = t('No anomalies in the filtered records. Hidden by filters: {0}.', formats.count(hidden));
    return (
      <p class="plot-empty" tabindex={-1}>
        {(hidden > 0 ? filtered : t('No anomalies found.')) + note}
      </p>
    );
  }
  const reasons = anomalyKinds
    .filter((kind) => here.counts[kind] > 0)
    .map((kind) => ({ kind, entries: rows.filter((row) => anomalies.kindsOf(row).includes(kind)) }));
  const ids = reasons.flatMap(({ kind, entries }) => entries.map((row) => `${kind} ${row}`));
  const tabStop = ids.includes(stop) ? stop : ids[0];
  const more = here.records - rows.length;
  const rest = (more > 0 ? t('More records: {0}.', formats.count(more)) : '') + note;
  return (
    <>
      <ul class="counts" aria-label={t('Anomalies')}>
        {reasons.map(({ kind, entries }) => (
          <li key={kind}>
            <p>
              <strong>{formats.count(here.counts[kind])}</strong> {sentence(kind)}
            </p>
            <ul class="entries" aria-label={sentence(kind)}>
              {entries.map((row) => (
                <li>
                  <button
                    type="button"
                    class="link"
                    tabindex={tabStop === `${kind} ${row}` ? 0 : -1}
                    onFocus={() => setStop(`${kind} ${row}`)}
                    onClick={() => search.goTo(row, kind)}
                  >
                    {entryText(store, row, formats)}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
        {[...here.common].map(([kind, count]) => (
          <li key={kind}>
            <p>
              <strong>{formats.count(count)}</strong> {sentence(kind)} {t('Too common to be marked.')}
            </p>
          </li>
        ))}
      </ul>
      {rest && <p class="note">{rest}</p>}
    </>
  );
}

/** When the charge started, and of which of several vehicles it was. */
function entryText(store: ColumnStore, row: number, formats: Formats): string {
  const start = store.chargeStart.at(row);
  const when = Number.isNaN(start) ? t('unknown') : formats.minute(start);
  const whose = store.vehicleCount > 1 ? [isolated(store.vehicles[store.vehicle.values[row] ?? 0] ?? '')] : [];
  return [when, ...whose].join(' · ');
}
