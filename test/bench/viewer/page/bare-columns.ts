import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';
import { type BuiltColumns, buildColumns, type Texts } from './built-columns.ts';
import type { SortColumn } from './subject.ts';

/** Keeps this many bits of a key a pass. */
const radixBits = 16;

/**
 * Records as columns, with the least that sorting and filtering them takes: what a table over columns can't do without.
 * It knows nothing of unknown values, of problems, or of more than one column to sort by.
 */
export class Columns {
  #built: BuiltColumns = buildColumns([]);
  #sorted: Uint32Array | undefined;
  #mask: Uint8Array | undefined;
  #order: Uint32Array | undefined;

  take(built: BuiltColumns): void {
    this.#built = built;
  }

  get count(): number {
    return this.#order?.length ?? this.#built.rows;
  }

  rowAt(position: number): number {
    return this.#order?.[position] ?? position;
  }

  value(row: number, field: keyof ChargeRecord): unknown {
    switch (field) {
      case 'chargeStart':
      case 'chargeEnd':
        return new Date(this.#built.numbers[field][row] ?? NaN).toISOString();
      case 'energy':
        return this.#built.numbers.energy[row];
      case 'isPublic':
        return this.#built.isPublic[row] === 1;
      case 'startPercentRemaining':
      case 'endPercentRemaining':
        return this.#built.levels[field][row];
      case 'location':
        return textAt(this.#built.locations, row);
      case 'chargingType':
        return textAt(this.#built.kinds, row);
    }
  }

  sort(column: SortColumn, descending: boolean): void {
    const words = column === 'energy' ? this.#energyKeys() : [this.#locationKeys()];
    const order = radixOrder(words, this.#built.rows);
    this.#sorted = descending ? order.reverse() : order;
    this.#apply();
  }

  filter(text: string): void {
    const wanted = text.toLowerCase();
    const { codes, texts } = this.#built.locations;
    const accepted = Uint8Array.from(texts, (each) => Number(each.toLowerCase().includes(wanted)));
    this.#mask = text === '' ? undefined : new Uint8Array(codes.length).map((_, row) => accepted[codes[row] ?? 0] ?? 0);
    this.#apply();
  }

  #apply(): void {
    const mask = this.#mask;
    const sorted = this.#sorted;
    const { rows } = this.#built;
    if (!mask) {
      this.#order = sorted;
      return;
    }
    const order = new Uint32Array(rows);
    let count = 0;
    for (let position = 0; position < rows; position += 1) {
      const row = sorted?.[position] ?? position;
      if (mask[row] === 1) order[count++] = row;
    }
    this.#order = order.slice(0, count);
  }

  /** All energies are positive, so the order of their bits is theirs. */
  #energyKeys(): Uint32Array[] {
    const { rows, numbers } = this.#built;
    const bits = new Uint32Array(numbers.energy.buffer);
    const low = new Uint32Array(rows);
    const high = new Uint32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      low[row] = bits[2 * row] ?? 0;
      high[row] = bits[2 * row + 1] ?? 0;
    }
    return [low, high];
  }

  #locationKeys(): Uint32Array {
    const { codes, texts } = this.#built.locations;
    const { compare } = new Intl.Collator('en', { numeric: true });
    const ranks = new Uint32Array(texts.length);
    [...texts.keys()]
      .sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
      .forEach((code, rank) => (ranks[code] = rank));
    return Uint32Array.from(codes, (code) => ranks[code] ?? 0);
  }
}

function textAt({ codes, texts }: Texts, row: number): string | undefined {
  return texts[codes[row] ?? 0];
}

/** Rows in the order of keys of some words, the least significant first. */
function radixOrder(words: readonly Uint32Array[], rows: number): Uint32Array {
  let order = Uint32Array.from({ length: rows }, (_, row) => row);
  let spare = new Uint32Array(rows);
  const places = new Uint32Array(2 ** radixBits);
  for (const keys of words) {
    for (let shift = 0; shift < 32; shift += radixBits) {
      const digitOf = (key: number | undefined) => ((key ?? 0) >>> shift) & (places.length - 1);
      places.fill(0);
      for (const key of keys) places[digitOf(key)] = (places[digitOf(key)] ?? 0) + 1;
      if (places[digitOf(keys[0])] === rows) continue;
      let place = 0;
      for (let digit = 0; digit < places.length; digit += 1) {
        const count = places[digit] ?? 0;
        places[digit] = place;
        place += count;
      }
      for (const row of order) {
        const digit = digitOf(keys[row]);
        const at = places[digit] ?? 0;
        spare[at] = row;
        places[digit] = at + 1;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}
