/** A moment, and a zone in which somebody has it. */
export interface Moment {
  readonly what: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** Of the time zone database. */
  readonly zone: string;
}

/** The first vehicle of the seeded owners charges by day: version 3 alone has that charge. */
export const whileCharging: Moment = {
  what: 'while a vehicle charges',
  at: '2026-11-28T14:30:00Z',
  zone: 'America/St_Johns',
};

/**
 * While a vehicle charges, and where days, months, years and clocks change, each in one of the zones that code written in
 * UTC forgets.
 */
export const moments: readonly Moment[] = [
  whileCharging,
  { what: 'the last seconds of a day', at: '2026-11-26T23:59:50Z', zone: 'Pacific/Chatham' },
  { what: 'the first seconds of a day', at: '2026-11-28T00:00:10Z', zone: 'Asia/Kolkata' },
  { what: 'the last of a month, before version 2.0 ends', at: '2026-11-30T23:59:50Z', zone: 'America/Los_Angeles' },
  { what: 'the day on which version 2.0 ends', at: '2026-12-01T00:00:10Z', zone: 'Pacific/Apia' },
  { what: 'the day after', at: '2026-12-02T13:12:00Z', zone: 'UTC' },
  { what: 'New Year', at: '2026-12-31T23:59:50Z', zone: 'Pacific/Apia' },
  { what: '28 February', at: '2027-02-28T23:59:50Z', zone: 'Asia/Kolkata' },
  { what: 'spring in Los Angeles', at: '2027-03-14T09:59:50Z', zone: 'America/Los_Angeles' },
  { what: 'spring in Berlin', at: '2027-03-28T00:59:50Z', zone: 'Europe/Berlin' },
  { what: 'autumn in Berlin', at: '2027-10-31T00:59:50Z', zone: 'Europe/Berlin' },
  { what: 'autumn in Los Angeles', at: '2027-11-07T08:59:50Z', zone: 'America/Los_Angeles' },
  { what: '29 February', at: '2028-02-29T00:00:10Z', zone: 'Pacific/Chatham' },
];
