import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore, RowPart } from '../data/column-store.ts';
import { impliedCapacityOf } from '../data/derived.ts';
import { quantiles } from './quantiles.ts';
import { type Sliced, steps } from '../base/time-slices.ts';
import { Totals } from './totals.ts';
import type { Zone } from '../formats/zone.ts';

/** Charges that have a text in common. Energy in the service's unit, time in milliseconds; impossible ones left out. */
export interface Group {
  /** Undefined where the text is unknown. */
  readonly text: string | undefined;
  readonly charges: number;
  readonly energy: number;
  readonly time: number;
  /** Of the charges that are known to be public or not, those that are public, and all of them. */
  readonly publicCharges: number;
  readonly publicKnown: number;
}

/** 0 to 1; undefined where of none it is known whether it was public. */
export function publicShare({ publicCharges, publicKnown }: Group): number | undefined {
  return publicKnown === 0 ? undefined : publicCharges / publicKnown;
}

/** What the charges say about the battery: energy divided by the fraction of the battery that it filled. */
export interface ImpliedCapacity {
  readonly median: number;
  /** A quarter of the charges imply less, and a quarter more. */
  readonly quartiles: readonly [number, number];
  /** Charges that gained at least `leastGain` (see `derived.ts`) and so are in it. */
  readonly used: number;
}

/** What the charges of one of several vehicles answer. */
export interface VehicleSummary {
  readonly totals: Totals;
  readonly capacity: ImpliedCapacity | undefined;
}

/** What a set of charges answers. */
export interface Summary {
  /** One for each vehicle, by its number. */
  readonly vehicles: readonly VehicleSummary[];
  readonly totals: Totals;
  readonly locations: readonly Group[];
  readonly kinds: readonly Group[];
  /** Undefined if no charge gained enough to tell. */
  readonly capacity: ImpliedCapacity | undefined;
}

/** Sums for each code of a dictionary column. */
class Groups {
  readonly #texts: readonly string[];
  readonly #codes: ArrayLike<number>;
  readonly #charges: Uint32Array;
  readonly #energy: Float64Array;
  readonly #time: Float64Array;
  readonly #public: Uint32Array;
  readonly #publicKnown: Uint32Array;

  constructor(texts: readonly string[], codes: ArrayLike<number>) {
    this.#texts = texts;
    this.#codes = codes;
    this.#charges = new Uint32Array(texts.length);
    this.#energy = new Float64Array(texts.length);
    this.#time = new Float64Array(texts.length);
    this.#public = new Uint32Array(texts.length);
    this.#publicKnown = new Uint32Array(texts.length);
  }

  /** Reads what it sums up itself: numbers handed on to a function would be garbage, a million times. */
  add(store: ColumnStore, part: RowPart, row: number): void {
    const code = this.#codes[row] ?? 0;
    const energy = part.energies[row - part.from] ?? NaN;
    const time = (part.ends[row - part.from] ?? NaN) - (part.starts[row - part.from] ?? NaN);
    const open = store.isPublic.values[row];
    this.#charges[code] = (this.#charges[code] ?? 0) + 1;
    // Comparisons with NaN are false, so unknown values are left out with the impossible ones.
    if (energy >= 0) this.#energy[code] = (this.#energy[code] ?? 0) + energy;
    if (time >= 0) this.#time[code] = (this.#time[code] ?? 0) + time;
    const isPublic = open === publicCodes.yes;
    if (isPublic) this.#public[code] = (this.#public[code] ?? 0) + 1;
    if (isPublic || open === publicCodes.no) this.#publicKnown[code] = (this.#publicKnown[code] ?? 0) + 1;
  }

  list(): Group[] {
    const groups: Group[] = [];
    this.#charges.forEach((charges, code) => {
      if (charges === 0) return;
      const text = code === 0 ? undefined : this.#texts[code];
      groups.push({
        text,
        charges,
        energy: this.#energy[code] ?? 0,
        time: this.#time[code] ?? 0,
        publicCharges: this.#public[code] ?? 0,
        publicKnown: this.#publicKnown[code] ?? 0,
      });
    });
    return groups;
  }
}

/** The implied capacities of a set of charges. */
class Implied {
  readonly #values: Float64Array;
  #used = 0;

  constructor(most: number) {
    this.#values = new Float64Array(most);
  }

  add(capacity: number): void {
    if (Number.isNaN(capacity)) return;
    this.#values[this.#used] = capacity;
    this.#used += 1;
  }

  spread(): Sliced<ImpliedCapacity | undefined> {
    return spreadOf(this.#values.subarray(0, this.#used));
  }
}

/**
 * @param mask 1 for each row to answer for, else 0; undefined: all
 * @param zone whose days energies are told apart by
 */
export function* summarize(store: ColumnStore, mask: Uint8Array | undefined, zone: Zone = 'local'): Sliced<Summary> {
  const totals = new Totals(zone);
  const locations = new Groups(store.locations, store.location.values);
  const kinds = new Groups(store.chargingTypes, store.chargingType.values);
  const implied = new Implied(store.rows);
  const several = store.vehicleCount > 1;
  const vehicles = Array.from({ length: several ? store.vehicleCount : 0 }, () => {
    return { totals: new Totals(zone), implied: new Implied(store.rows) };
  });
  yield* steps(store.rows, (from, end) => {
    const part = store.part(from, end);
    for (let row = from; row < end; row += 1) {
      if (mask?.[row] === 0) continue;
      totals.addRow(store, part, row);
      locations.add(store, part, row);
      kinds.add(store, part, row);
      const capacity = impliedCapacityOf(store, row);
      implied.add(capacity);
      const own = vehicles[store.vehicleOf(row)];
      own?.totals.addRow(store, part, row);
      own?.implied.add(capacity);
    }
  });
  const capacity = yield* implied.spread();
  const parts: { totals: Totals; capacity: ImpliedCapacity | undefined }[] = [];
  for (const own of vehicles) parts.push({ totals: own.totals, capacity: yield* own.implied.spread() });
  return {
    totals,
    locations: locations.list(),
    kinds: kinds.list(),
    capacity,
    vehicles: several ? parts : [{ totals, capacity }],
  };
}

function* spreadOf(implied: Float64Array): Sliced<ImpliedCapacity | undefined> {
  if (implied.length === 0) return undefined;
  const [lower = NaN, median = NaN, upper = NaN] = yield* quantiles(implied, [0.25, 0.5, 0.75]);
  return { median, quartiles: [lower, upper], used: implied.length };
}

export type GroupKey = 'text' | 'charges' | 'energy' | 'time' | 'share';

/** The first groups in an order, and the rest of them as one. */
export interface TopGroups {
  readonly top: readonly Group[];
  readonly others: (Group & { readonly groups: number }) | undefined;
}

/**
 * The `most` groups with the most charges, energy or time, or the largest share of public ones, largest first; by text, the first in the language's order.
 * One group more than `most` is shown rather than called "others".
 */
export function topGroups(groups: readonly Group[], key: GroupKey, most: number, language: string): TopGroups {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byText = (a: Group, b: Group) => compare(a.text ?? '\uffff', b.text ?? '\uffff');
  const size = (group: Group) => (key === 'text' ? 0 : key === 'share' ? (publicShare(group) ?? -1) : group[key]);
  const sorted = groups.toSorted((a, b) => size(b) - size(a) || byText(a, b));
  if (sorted.length <= most + 1) return { top: sorted, others: undefined };
  const rest = sorted.slice(most);
  const sum = (of: Exclude<keyof Group, 'text'>) => rest.reduce((total, group) => total + group[of], 0);
  const others = {
    text: undefined,
    groups: rest.length,
    charges: sum('charges'),
    energy: sum('energy'),
    time: sum('time'),
    publicCharges: sum('publicCharges'),
    publicKnown: sum('publicKnown'),
  };
  return { top: sorted.slice(0, most), others };
}
