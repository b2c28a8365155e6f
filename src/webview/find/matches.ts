import type { ColumnId } from '../data/view-columns.ts';

/** More are not counted: they would take more than 4 MB. */
const most = 1 << 20;
const atFirst = 1024;

export interface Match {
  /** Of the row, in the order of the table. */
  readonly position: number;
  readonly column: ColumnId;
}

/** Cells in which a text was found, from row to row and in the order of the columns: four bytes each. */
export class Matches {
  readonly #columns: readonly ColumnId[];
  readonly #most: number;
  /** Each is its position times the number of columns, plus the place of its column among them. */
  #places = new Uint32Array(atFirst);
  length = 0;

  /** @param columns in which is searched */
  constructor(columns: readonly ColumnId[], mostMatches = most) {
    this.#columns = columns;
    this.#most = mostMatches;
  }

  /** True if there may be more than these. */
  get isFull(): boolean {
    return this.length >= this.#most;
  }

  /** Adds one that lies behind all others, unless there are too many. */
  add(match: Match): void {
    if (this.isFull) return;
    if (this.length === this.#places.length) {
      const places = new Uint32Array(this.length * 2);
      places.set(this.#places);
      this.#places = places;
    }
    this.#places[this.length] = this.#placeOf(match);
    this.length += 1;
  }

  at(index: number): Match | undefined {
    const place = index < this.length ? this.#places[index] : undefined;
    const column = this.#columns[(place ?? 0) % this.#columns.length];
    return place === undefined || !column ? undefined : { position: Math.floor(place / this.#columns.length), column };
  }

  /** −1 if it is none of them. */
  indexOf(match: Match): number {
    const place = this.#placeOf(match);
    const index = this.#firstFrom(place);
    return this.#columns.includes(match.column) && index < this.length && this.#places[index] === place ? index : -1;
  }

  /** Index of the first one in the row of a position or in a later one; how many there are, if there is none. */
  following(position: number): number {
    return this.#firstFrom(position * this.#columns.length);
  }

  #placeOf({ position, column }: Match): number {
    return position * this.#columns.length + this.#columns.indexOf(column);
  }

  #firstFrom(place: number): number {
    let from = 0;
    let to = this.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#places[middle] ?? 0) < place) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
