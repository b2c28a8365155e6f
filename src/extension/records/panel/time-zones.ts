import { offsetText } from './offset-text.ts';

/** A place whose clock times can be written by. */
export interface ZoneChoice {
  /** Its name in the time zone database. */
  readonly zone: string;
  /** What the clock is called, in the user's language; empty where it has no name of its own. */
  readonly clock: string;
  /** How far ahead of UTC it is now: `+02:00`. */
  readonly offset: string;
}

const minute = 60_000;

/** What `Intl` lists by a name that the place or the database has given up, by the one that people look for. */
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

/** All places of the time zone database that this machine knows, by their names in order. */
export function zoneChoices(now: number, language: string): readonly ZoneChoice[] {
  const names = new Set(Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name));
  return [...names].sort().map((zone) => ({ zone, ...clockAt(now, zone, language) }));
}

function clockAt(now: number, zone: string, language: string): Omit<ZoneChoice, 'zone'> {
  // One for both: to make hundreds of them takes long enough to notice.
  const format = new Intl.DateTimeFormat([`${language}-u-nu-latn-ca-gregory`, 'en'], {
    ...{ timeZone: zone, timeZoneName: 'long', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const shown = Date.UTC(number('year'), number('month') - 1, number('day'), number('hour'), number('minute'));
  const name = parts.get('timeZoneName') ?? '';
  // `GMT+3` is no name.
  return { clock: /\d/.test(name) ? '' : name, offset: offsetText(shown / minute - Math.floor(now / minute)) };
}
