import type { RecordObject, SortColumn } from './subject.ts';

/** A column of texts: a code for each row, each text once. */
interface Texts {
  readonly codes: Uint16Array;
  readonly texts: string[];
}

/** Keeps this many bits of a key a pass. */
const radixBits = 16;

/**
 * Records as columns, with the least that sorting and filtering them takes: what a table over columns can't do without.
 * It knows nothing of unknown values, of problems, or of more than one column to sort by.
 */
export class Columns {
  rows = 0;
  #numbers: Readonly<Record<'chargeStart' | 'chargeEnd' | 'energy', Float64Array>> | undefined;
  #levels: Readonly<Record<'startPercentRemaining' | 'endPercentRemaining', Float32Array>> | undefined;
  #isPublic = new Uint8Array(0);
  #locations: Texts = { codes: new Uint16Array(0), texts: [] };
  #kinds: Texts = { codes: new Uint16Array(0), texts: [] };
  #sorted: Uint32Array | undefined;
  #mask: Uint8Array | undefined;
  #order: Uint32Array | undefined;

  /** Text + JSON.parse of the whole body, then columns out of it. */
  async load(size: number): Promise<void> {
    const { records } = JSON.parse(await (await fetch(`/body/${size}`)).text()) as { records: RecordObject[] };
    const numbers = (of: (record: RecordObject) => number) => Float64Array.from(records, of);
    this.#numbers = {
      chargeStart: numbers(({ chargeStart }) => Date.parse(chargeStart)),
      chargeEnd: numbers(({ chargeEnd }) => Date.parse(chargeEnd)),
      energy: numbers(({ energy }) => energy),
    };
    this.#levels = {
      startPercentRemaining: Float32Array.from(records, (record) => record.startPercentRemaining),
      endPercentRemaining: Float32Array.from(records, (record) => record.endPercentRemaining),
    };
    this.#isPublic = Uint8Array.from(records, ({ isPublic }) => Number(isPublic));
    this.#locations = textsOf(records, ({ location }) => location);
    this.#kinds = textsOf(records, ({ chargingType }) => chargingType);
    this.rows = records.length;
  }

  get count(): number {
    return this.#order?.length ?? this.rows;
  }

  rowAt(position: number): number {
    return this.#order?.[position] ?? position;
  }

  value(row: number, field: keyof RecordObject): unknown {
    switch (field) {
      case 'chargeStart':
      case 'chargeEnd':
        return new Date(this.#numbers?.[field][row] ?? NaN).toISOString();
      case 'energy':
        return this.#numbers?.energy[row];
      case 'isPublic':
        return this.#isPublic[row] === 1;
      case 'startPercentRemaining':
      case 'endPercentRemaining':
        return this.#levels?.[field][row];
      case 'location':
        return this.#locations.texts[this.#locations.codes[row] ?? 0];
      case 'chargingType':
        return this.#kinds.texts[this.#kinds.codes[row] ?? 0];
    }
  }

  sort(column: SortColumn, descending: boolean): void {
    const words = column === 'energy' ? this.#energyKeys() : [this.#locationKeys()];
    const order = radixOrder(words, this.rows);
    this.#sorted = descending ? order.reverse() : order;
    this.#apply();
  }

  filter(text: string): void {
    const wanted = text.toLowerCase();
    const accepted = Uint8Array.from(this.#locations.texts, (each) => Number(each.toLowerCase().includes(wanted)));
    const { codes } = this.#locations;
    this.#mask = text === '' ? undefined : new Uint8Array(this.rows).map((_, row) => accepted[codes[row] ?? 0] ?? 0);
    this.#apply();
  }

  #apply(): void {
    const mask = this.#mask;
    const sorted = this.#sorted;
    if (!mask) {
      this.#order = sorted;
      return;
    }
    const order = new Uint32Array(this.rows);
    let count = 0;
    for (let position = 0; position < this.rows; position += 1) {
      const row = sorted?.[position] ?? position;
      if (mask[row] === 1) order[count++] = row;
    }
    this.#order = order.slice(0, count);
  }

  /** All energies are positive, so the order of their bits is theirs. */
  #energyKeys(): Uint32Array[] {
    const bits = new Uint32Array(this.#numbers?.energy.buffer ?? new ArrayBuffer());
    const low = new Uint32Array(this.rows);
    const high = new Uint32Array(this.rows);
    for (let row = 0; row < this.rows; row += 1) {
      low[row] = bits[2 * row] ?? 0;
      high[row] = bits[2 * row + 1] ?? 0;
    }
    return [low, high];
  }

  #locationKeys(): Uint32Array {
    const { codes, texts } = this.#locations;
    const { compare } = new Intl.Collator('en', { numeric: true });
    const ranks = new Uint32Array(texts.length);
    [...texts.keys()]
      .sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
      .forEach((code, rank) => (ranks[code] = rank));
    return Uint32Array.from(codes, (code) => ranks[code] ?? 0);
  }
}

function textsOf(records: readonly RecordObject[], of: (record: RecordObject) => string): Texts {
  const known = new Map<string, number>();
  const codes = Uint16Array.from(records, (record) => {
    const text = of(record);
    let code = known.get(text);
    if (code === undefined) {
      code = known.size;
      known.set(text, code);
    }
    return code;
  });
  return { codes, texts: [...known.keys()] };
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
