import { memoize } from '../base/memoize.ts';
import { ZoneOffsets } from './zone-offsets.ts';

/** A place in the time zone database: `Europe/Berlin`. */
export type NamedZone = `${string}/${string}`;

/** Which clock times are written by: this machine's, UTC, or that of a place. */
export type Zone = 'local' | 'utc' | NamedZone;

const minute = 60_000;
const utcDay = 1440 * minute;

/** From then on all clocks are ahead of UTC by whole minutes; Liberia's was the last. */
const wholeMinutes = Date.UTC(1973, 0, 1);

const offsetsOf = memoize((name: NamedZone) => new ZoneOffsets(name));

/** How far a clock of the zone is ahead of UTC at a time; both in milliseconds. */
export function aheadAt(time: number, zone: Zone): number {
  if (zone === 'utc') return 0;
  return zone === 'local' ? localAhead(time) : offsetsOf(zone).at(time);
}

/** A Date says its offset in whole minutes only. Clocks went by the sun once: until then, its parts are asked. */
function localAhead(time: number): number {
  const local = new Date(time);
  if (!(time < wholeMinutes)) return -local.getTimezoneOffset() * minute;
  const clock = new Date(0);
  clock.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  return clock.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds()) - time;
}

/** A Date whose UTC parts are what a clock of the zone shows at a time. */
export function clockOf(time: number, zone: Zone): Date {
  return new Date(time + aheadAt(time, zone));
}

/**
 * The moment at which a clock of the zone shows a time, as milliseconds of UTC's clock. Of two moments the first; where
 * the clock leaves that time out, it is read by the clock before. So Date does it for the local zone.
 */
function momentAt(clock: number, zone: NamedZone): number {
  const before = aheadAt(clock - utcDay, zone);
  const first = clock - before;
  if (aheadAt(first, zone) === before) return first;
  const after = aheadAt(clock + utcDay, zone);
  const second = clock - after;
  return aheadAt(second, zone) === after ? second : first;
}

/** The moment at which a clock of the zone shows these parts: `2026-05-01` or `2026-05-01T10:30`; NaN if none. */
export function momentOf(parts: string, zone: Zone): number {
  // Date.parse alone would find a time in almost anything.
  if (!/^\d{4,6}-\d\d-\d\d(T\d\d:\d\d)?$/.test(parts)) return NaN;
  const local = parts.length === 10 ? `${parts}T00:00` : parts;
  if (zone === 'local') return new Date(local).getTime();
  const utc = Date.parse(`${local}:00Z`);
  return zone === 'utc' ? utc : momentAt(utc, zone);
}

/** The same, but of two such moments the last: in autumn, a clock shows an hour twice. */
export function lastMomentOf(parts: string, zone: Zone): number {
  const first = momentOf(parts, zone);
  const second = first + aheadAt(first, zone) - aheadAt(first + utcDay, zone);
  const shown = (time: number) => clockOf(time, zone).getTime();
  return second > first && shown(second) === shown(first) ? second : first;
}

/** Number of the day that the zone's calendar shows at a time; 0 is the first of 1970. */
export function dayOf(time: number, zone: Zone): number {
  return Math.floor(clockOf(time, zone).getTime() / utcDay);
}

/** The moment at which a day begins by the zone's clock: its midnight, or what comes for it where the clock leaves it out. */
export function beginOf(day: number, zone: Zone): number {
  if (zone === 'utc') return day * utcDay;
  // The year of a new Date would be one of 19xx if it is below 100.
  return zone === 'local' ? new Date(2000, 0, 1).setFullYear(1970, 0, 1 + day) : momentAt(day * utcDay, zone);
}

/** A zone that was kept or set somewhere, if it is one that is known here. */
export function readZone(kept: unknown): Zone | undefined {
  if (kept === 'local' || kept === 'utc') return kept;
  return typeof kept === 'string' && isNamed(kept) ? kept : undefined;
}

function isNamed(text: string): text is NamedZone {
  if (!text.includes('/')) return false;
  try {
    offsetsOf(text as NamedZone);
    return true;
  } catch {
    return false;
  }
}
