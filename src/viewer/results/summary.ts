import { chargingTypeName } from '../../common/text/charging-type.ts';
import { publicCodes } from '../../service/records/columns.ts';
import type { ColumnStore } from '../data/column-store.ts';
import { impliedCapacityOf } from '../data/derived.ts';
import { quantiles } from './quantiles.ts';
import { Totals } from './totals.ts';
import type { Zone } from '../formats/zone.ts';

/** Charges with the same text. Energy in the service's unit, time in milliseconds; impossible values are left out. */
export interface Group {
  /** Undefined if the text is unknown. */
  readonly text: string | undefined;
  charges: number;
  energy: number;
  time: number;
  /** Number of charges known to be public, and number of charges for which it is known whether they are. */
  publicCharges: number;
  publicKnown: number;
}

/** 0 to 1; undefined if it is not known of any charge whether it was public. */
export function publicShare({ publicCharges, publicKnown }: Group): number | undefined {
  return publicKnown === 0 ? undefined : publicCharges / publicKnown;
}

/** The battery capacity that the charges imply: energy divided by the fraction of the battery that it filled. */
export interface ImpliedCapacity {
  readonly median: number;
  /** A quarter of the charges imply less, and a quarter more. */
  readonly quartiles: readonly [number, number];
  /** Number of charges that gained at least `leastGain` (see `derived.ts`); only these are used. */
  readonly used: number;
}

/** Results for one of several vehicles. */
export interface VehicleSummary {
  readonly totals: Totals;
  readonly capacity: ImpliedCapacity | undefined;
}

/** Results for a set of charges. */
export interface Summary {
  /** One for each vehicle, by its number. */
  readonly vehicles: readonly VehicleSummary[];
  readonly totals: Totals;
  readonly locations: readonly Group[];
  readonly kinds: readonly Group[];
  /** Undefined if no charge gained enough to compute it. */
  readonly capacity: ImpliedCapacity | undefined;
}

/** Adds a row to the group of its text. */
function addTo(
  groups: Map<string | undefined, Group>,
  text: string | undefined,
  store: ColumnStore,
  row: number,
): void {
  const group = groups.get(text) ?? { text, charges: 0, energy: 0, time: 0, publicCharges: 0, publicKnown: 0 };
  groups.set(text, group);
  const energy = store.energy.at(row);
  const time = store.chargeEnd.at(row) - store.chargeStart.at(row);
  const open = store.isPublic.at(row);
  group.charges += 1;
  // Comparisons with NaN are false, so unknown values are left out with the impossible ones.
  if (energy >= 0) group.energy += energy;
  if (time >= 0) group.time += time;
  if (open === publicCodes.yes) group.publicCharges += 1;
  if (open !== publicCodes.unknown) group.publicKnown += 1;
}

function textOf(texts: readonly string[], code: number): string | undefined {
  return code === 0 ? undefined : texts[code];
}

/**
 * @param mask 1 for each row to include, else 0; undefined: all
 * @param zone the time zone that determines the days
 */
export function summarize(store: ColumnStore, mask: Uint8Array | undefined, zone: Zone = 'local'): Summary {
  const totals = new Totals(zone);
  const locations = new Map<string | undefined, Group>();
  const kinds = new Map<string | undefined, Group>();
  const implied: number[] = [];
  const vehicles = Array.from({ length: store.vehicleCount }, () => {
    return { totals: new Totals(zone), implied: [] as number[] };
  });
  for (let row = 0; row < store.rows; row += 1) {
    if (mask?.[row] === 0) continue;
    const own = vehicles[store.vehicleOf(row)];
    totals.addRow(store, row);
    own?.totals.addRow(store, row);
    addTo(locations, textOf(store.locations, store.location.at(row)), store, row);
    addTo(kinds, textOf(store.chargingTypes, store.chargingType.at(row)), store, row);
    const capacity = impliedCapacityOf(store, row);
    if (Number.isNaN(capacity)) continue;
    implied.push(capacity);
    own?.implied.push(capacity);
  }
  return {
    totals,
    locations: [...locations.values()],
    kinds: [...kinds.values()].map((kind) => ({ ...kind, text: kind.text && chargingTypeName(kind.text) })),
    capacity: spreadOf(implied),
    vehicles: vehicles.map((own) => ({ totals: own.totals, capacity: spreadOf(own.implied) })),
  };
}

function spreadOf(implied: readonly number[]): ImpliedCapacity | undefined {
  if (implied.length === 0) return undefined;
  const [lower = NaN, median = NaN, upper = NaN] = quantiles(implied, [0.25, 0.5, 0.75]);
  return { median, quartiles: [lower, upper], used: implied.length };
}

export type GroupKey = 'text' | 'charges' | 'energy' | 'time' | 'share';

/** The first groups in an order, and the rest combined into one. */
export interface TopGroups {
  readonly top: readonly Group[];
  readonly others: (Group & { readonly groups: number }) | undefined;
}

/**
 * The `most` groups with the most charges, energy or time, or the largest share of public charges, largest first; by
 * text, the first in the language's order. If only one group would be left, it is shown instead of being called
 * "others".
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
