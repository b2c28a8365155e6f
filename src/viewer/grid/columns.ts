import { type Signal, computed, signal } from '@preact/signals';
import { columnLabels } from '../data/column-labels.ts';
import { type ColumnId, type FirstColumn, isExtraField } from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import { type Room, leastWidth } from './column-tracks.ts';
import {
  type ColumnPlace,
  type Layout,
  defaultLayout,
  fitting,
  movedBefore,
  resized,
  visible,
  withExtraFieldsOf,
  withoutExtraFields,
} from './layout.ts';

/** A column's width counts as chosen after this many milliseconds without a change. */
const widthRest = 200;

/** The columns of the table, their order and their widths. */
export class Columns {
  /** The default layout. */
  readonly usual: Layout;
  /** The layout as it is saved, which also applies to viewers whose records have more or fewer fields. */
  readonly layout: Signal<Layout>;
  /** What the user has chosen last, once its widths are final. */
  readonly chosen = signal<Layout | undefined>(undefined);
  /** Whether these records have a form with the extra fields. */
  readonly hasExtraFields = signal(false);
  /** The layout with only the columns that these records have. */
  readonly offered = computed(() =>
    this.hasExtraFields.value ? this.layout.value : withoutExtraFields(this.layout.value),
  );
  readonly room = signal<Room>({ width: Infinity, em: 13, isNarrow: false });
  readonly visible = computed(() => fitting(visible(this.offered.value), this.leastWidth, this.room.value.width));
  readonly #ids = computed(() => this.visible.value.map(({ id }) => id));
  /** Changes with the visible columns, but not with their widths. */
  readonly shown = computed(() => this.#ids.value.join());
  /** Names a column, with its unit. */
  readonly label: (id: ColumnId) => string;
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** @param first the column before those of a record, if there is one */
  constructor(formats: Formats, first: FirstColumn | undefined) {
    this.usual = defaultLayout(first);
    this.layout = signal(this.usual);
    this.label = columnLabels(formats);
  }

  /** The visible columns. */
  get ids(): readonly ColumnId[] {
    return this.#ids.value;
  }

  /** Whether these records have values of a column. */
  has(id: ColumnId): boolean {
    return this.hasExtraFields.value || !isExtraField(id);
  }

  /** Columns that only a lack of room hides. */
  get lacking(): readonly ColumnId[] {
    return visible(this.offered.value).flatMap(({ id }) => (this.ids.includes(id) ? [] : [id]));
  }

  /** In pixels. */
  readonly leastWidth = (place: ColumnPlace) => leastWidth(place, this.label, this.room.value);

  /** Applies the user's changes to the offered layout. */
  choose(offered: Layout): void {
    this.layout.value = this.hasExtraFields.value ? offered : withExtraFieldsOf(offered, this.layout.value);
    this.chosen.value = this.layout.value;
  }

  /** Moves a column past its visible neighbour, to the left (-1) or to the right (1). */
  move(id: ColumnId, step: -1 | 1): void {
    const at = this.ids.indexOf(id);
    if (this.ids[at + step] !== undefined) this.moveBefore(id, this.ids[step === -1 ? at - 1 : at + 2]);
  }

  /** @param before undefined: move to the end */
  moveBefore(id: ColumnId, before: ColumnId | undefined): void {
    this.choose(movedBefore(this.offered.value, id, before));
  }

  /** @param width in pixels; undefined: automatic width */
  resize(id: ColumnId, width: number | undefined): void {
    this.layout.value = resized(this.layout.value, id, width);
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => (this.chosen.value = this.layout.value), widthRest);
  }
}
