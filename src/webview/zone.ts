/** Which clock times are written by: this machine's, UTC, or one this many minutes ahead of UTC. */
export type Zone = 'local' | 'utc' | number;

const minute = 60_000;

/** Whole hours that zones of the earth are ahead of UTC, and how many. */
export const offsets: readonly number[] = Array.from({ length: 27 }, (_, index) => (index - 12) * 60);

/** A Date whose UTC parts are what a clock of the zone shows at a time. */
export function clockOf(time: number, zone: Zone): Date {
  if (zone === 'utc') return new Date(time);
  if (zone === 'local') return new Date(time - new Date(time).getTimezoneOffset() * minute);
  return new Date(time + zone * minute);
}

/** The moment at which a clock of the zone shows these parts: `2026-05-01` or `2026-05-01T10:30`; NaN if none. */
export function momentOf(parts: string, zone: Zone): number {
  // Date.parse alone would find a time in almost anything.
  if (!/^\d{4,6}-\d\d-\d\d(T\d\d:\d\d)?$/.test(parts)) return NaN;
  const utc = Date.parse(`${parts.length === 10 ? `${parts}T00:00` : parts}:00Z`);
  if (zone === 'utc') return utc;
  return zone === 'local' ? new Date(parts.length === 10 ? `${parts}T00:00` : parts).getTime() : utc - zone * minute;
}

/** `+02:00` */
export function offsetText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A zone that was kept somewhere, if it is one. */
export function readZone(kept: unknown): Zone | undefined {
  if (kept === 'local' || kept === 'utc') return kept;
  return typeof kept === 'number' && offsets.includes(kept) ? kept : undefined;
}
