/** The time zone for displayed times: that of this machine, or UTC. */
export type Zone = 'local' | 'utc';

const minute = 60_000;
const utcDay = 1440 * minute;

/** From this time on, all zones differ from UTC by whole minutes; Liberia's was the last to change. */
const wholeMinutes = Date.UTC(1973, 0, 1);

/**
 * How far the zone's local time is ahead of UTC at a time; both in milliseconds. A Date reports its offset in whole
 * minutes only. Earlier, when places used solar time, the offset is computed from the parts of the Date.
 */
export function aheadAt(time: number, zone: Zone): number {
  if (zone === 'utc') return 0;
  const local = new Date(time);
  if (!(time < wholeMinutes)) return -local.getTimezoneOffset() * minute;
  const clock = new Date(0);
  clock.setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate());
  return clock.setUTCHours(local.getHours(), local.getMinutes(), local.getSeconds(), local.getMilliseconds()) - time;
}

/** A Date whose UTC parts are the zone's local time at the given time. */
export function clockOf(time: number, zone: Zone): Date {
  return new Date(time + aheadAt(time, zone));
}

/**
 * The moment of a local time in the zone: `2026-05-01` or `2026-05-01T10:30`; NaN if there is none. If there are two
 * such moments, the first.
 */
export function momentOf(parts: string, zone: Zone): number {
  // Date.parse alone would accept almost anything.
  if (!/^\d{4,6}-\d\d-\d\d(T\d\d:\d\d)?$/.test(parts)) return NaN;
  const local = parts.length === 10 ? `${parts}T00:00` : parts;
  return zone === 'local' ? new Date(local).getTime() : Date.parse(`${local}:00Z`);
}

/** The same, but if there are two such moments, the last: in autumn, an hour occurs twice. */
export function lastMomentOf(parts: string, zone: Zone): number {
  const first = momentOf(parts, zone);
  const second = first + aheadAt(first, zone) - aheadAt(first + utcDay, zone);
  const shown = (time: number) => clockOf(time, zone).getTime();
  return second > first && shown(second) === shown(first) ? second : first;
}

/** Number of the local day at a time; 0 is the first of January 1970. */
export function dayOf(time: number, zone: Zone): number {
  return Math.floor(clockOf(time, zone).getTime() / utcDay);
}

/** The moment at which a day begins in the zone: midnight, or the first moment after it if the clock skips midnight. */
export function beginOf(day: number, zone: Zone): number {
  // `new Date` would take a year below 100 for one of 19xx.
  return zone === 'utc' ? day * utcDay : new Date(2000, 0, 1).setFullYear(1970, 0, 1 + day);
}

/** Reads a saved or configured zone; undefined for any other text. */
export function readZone(kept: unknown): Zone | undefined {
  return kept === 'local' || kept === 'utc' ? kept : undefined;
}
