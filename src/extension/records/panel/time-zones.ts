/** A time zone in which times can be shown. */
export interface ZoneChoice {
  /** Its name in the IANA time zone database. */
  readonly zone: string;
  /** What its time is called, in the user's language; empty if it has no name of its own. */
  readonly clock: string;
  /** Its current offset from UTC: `+02:00`. */
  readonly offset: string;
}

const minute = 60_000;

/** Names that `Intl` still lists although they are obsolete, with the current name that people look for. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** All zones of the time zone database that this machine knows, sorted by name. */
export function zoneChoices(now: number, language: string): readonly ZoneChoice[] {
  const names = new Set(Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name));
  return [...names].sort().map((zone) => ({ zone, ...clockAt(now, zone, language) }));
}

function clockAt(now: number, zone: string, language: string): Omit<ZoneChoice, 'zone'> {
  // One formatter for both values: creating hundreds of them takes noticeably long.
  const format = new Intl.DateTimeFormat([`${language}-u-nu-latn-ca-gregory`, 'en'], {
    ...{ timeZone: zone, timeZoneName: 'long', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const shown = Date.UTC(number('year'), number('month') - 1, number('day'), number('hour'), number('minute'));
  const name = parts.get('timeZoneName') ?? '';
  // `GMT+3` is not a name.
  return { clock: /\d/.test(name) ? '' : name, offset: offsetText(shown / minute - Math.floor(now / minute)) };
}

/**
 * How far a clock is ahead of UTC: `+02:00`.
 *
 * @param minutes a whole number
 */
export function offsetText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
