import { t } from '../../common/translate.ts';
import type { Field } from '../../service/records/columns.ts';
import { type Anomalies, fieldOfKind, findAnomalies } from '../results/anomalies.ts';
import { AnomalyTexts, notesOf } from './anomaly-texts.ts';
import { AnomalyList } from './anomaly-list.ts';
import type { Formats } from '../formats/formats.ts';
import { BackgroundTask } from '../base/background.ts';
import type { ViewModel } from '../rows/view-model.ts';

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

/** Searches the records for anomalies, counts and lists them, marks them in the table, and goes to them. */
export class AnomalySearch {
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #events: AnomalySearchEvents;
  readonly #texts: AnomalyTexts;
  readonly #list: AnomalyList;
  readonly #searching = new BackgroundTask();
  /** By the vehicle's number, as they were at the time of the search. */
  #nominals: readonly (number | undefined)[] = [];
  #anomalies: Anomalies | undefined;

  constructor(formats: Formats, view: ViewModel, events: AnomalySearchEvents) {
    this.#formats = formats;
    this.#view = view;
    this.#events = events;
    this.#texts = new AnomalyTexts(formats);
    this.#list = new AnomalyList(formats, (wanted, field) =>
      events.goToNext((row) => (row === wanted ? field : undefined)),
    );
  }

  get element(): HTMLElement {
    return this.#list.element;
  }

  /** Number of records with anomalies, as far as known. */
  get records(): number {
    return this.#anomalies?.records ?? 0;
  }

  /** The label of the list's tab: with their number, once it is known. */
  get title(): string {
    const anomalies = t('Anomalies');
    return this.#anomalies ? t('{0} ({1})', anomalies, this.#formats.count(this.records)) : anomalies;
  }

  /** Discards the results, because the records have changed. */
  forget(): void {
    this.#anomalies = undefined;
    this.#events.onNotes(() => '');
  }

  /** Clears the list as well, for the case that new results will take longer. */
  unlist(): void {
    this.#list.clear();
  }

  cancel(): void {
    this.#searching.cancel();
  }

  /** @param nominals capacities in the unit of the energies, by the vehicle's number; undefined: unknown */
  find(nominals: readonly (number | undefined)[]): void {
    const { store } = this.#view;
    const asked = [...nominals];
    this.#searching.run(() => {
      const anomalies = findAnomalies(store, asked);
      this.#anomalies = anomalies;
      this.#nominals = asked;
      this.#events.onNotes(notesOf(store, anomalies, this.#texts, asked));
      this.#events.onFound();
    });
  }

  /** Lists the anomalies among the records that pass the filters. */
  show(): void {
    const { store, mask } = this.#view;
    if (this.#anomalies) this.#list.show(store, this.#anomalies, mask, this.#nominals);
  }

  goToNext(): void {
    const anomalies = this.#anomalies;
    if (!anomalies) return;
    this.#events.goToNext((row) => anomalies.kindsOf(row).map((kind) => fieldOfKind[kind])[0]);
  }
}
