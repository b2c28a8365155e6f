import type { ViewerStrings } from '../messages/viewer-strings.ts';
import type { Field } from '../../service/records/columns.ts';
import { type Anomalies, fieldOfKind, findAnomalies } from '../results/anomalies.ts';
import { AnomalyTexts, notesOf } from './anomaly-texts.ts';
import { AnomalyList } from './anomaly-list.ts';
import type { Formats } from '../formats/formats.ts';
import { BackgroundTask } from '../base/background.ts';
import { fill } from '../base/text.ts';
import type { ViewModel } from '../rows/view-model.ts';

export interface AnomalySearchEvents {
  /** Goes to the next record for which `wanted` has a field, after the active one and round to the first. */
  readonly goToNext: (wanted: (row: number) => Field | undefined) => void;
  /** What is to be marked in the table has changed. */
  readonly onNotes: (notes: (row: number, field: Field) => string) => void;
  /** It is known what stands out. */
  readonly onFound: () => void;
}

/** What stands out among the records: looked for, counted, listed, marked in the table, and gone to. */
export class AnomalySearch {
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #events: AnomalySearchEvents;
  readonly #texts: AnomalyTexts;
  readonly #list: AnomalyList;
  readonly #searching = new BackgroundTask();
  /** By the vehicle's number, as they were when it was looked for. */
  #nominals: readonly (number | undefined)[] = [];
  #anomalies: Anomalies | undefined;

  constructor(strings: ViewerStrings, formats: Formats, view: ViewModel, events: AnomalySearchEvents) {
    this.#strings = strings;
    this.#formats = formats;
    this.#view = view;
    this.#events = events;
    this.#texts = new AnomalyTexts(strings, formats);
    this.#list = new AnomalyList(strings, formats, (wanted, field) =>
      events.goToNext((row) => (row === wanted ? field : undefined)),
    );
  }

  get element(): HTMLElement {
    return this.#list.element;
  }

  /** How many records stand out, as far as that is known. */
  get records(): number {
    return this.#anomalies?.records ?? 0;
  }

  /** What the tab of the list is called. */
  get title(): string {
    const { countedTab, anomalies } = this.#strings;
    return this.records > 0 ? fill(countedTab, anomalies, this.#formats.count(this.records)) : anomalies;
  }

  /** Takes back what was found: the records are others. */
  forget(): void {
    this.#anomalies = undefined;
    this.#events.onNotes(() => '');
  }

  /** Takes it off the list as well, where it takes longer until it is known what stands out now. */
  unlist(): void {
    this.#list.clear();
  }

  cancel(): void {
    this.#searching.cancel();
  }

  /** @param nominals capacities in the unit of the energies, by the vehicle's number; undefined: not known */
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

  /** Lists what stands out of the records that pass the filters. */
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
