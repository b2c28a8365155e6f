import type { ColumnId } from '../data/view-columns.ts';

/** More are not counted, as in VS Code's own find. */
const most = 20_000;

export interface Match {
  /** Of the row, in the order of the table. */
  readonly position: number;
  readonly column: ColumnId;
}

/** Cells in which a text was found, from row to row and in the order of the columns. */
export class Matches {
  readonly #list: Match[] = [];
  readonly #most: number;

  constructor(mostMatches = most) {
    this.#most = mostMatches;
  }

  get length(): number {
    return this.#list.length;
  }

  /** True if there may be more than these. */
  get isFull(): boolean {
    return this.length >= this.#most;
  }

  /** Adds one that lies behind all others, unless there are too many. */
  add(match: Match): void {
    if (!this.isFull) this.#list.push(match);
  }

  at(index: number): Match | undefined {
    return this.#list[index];
  }

  /** −1 if it is none of them. */
  indexOf({ position, column }: Match): number {
    return this.#list.findIndex((match) => match.position === position && match.column === column);
  }

  /** Index of the first one in the row of a position or in a later one; how many there are, if there is none. */
  following(position: number): number {
    const index = this.#list.findIndex((match) => match.position >= position);
    return index === -1 ? this.length : index;
  }
}
