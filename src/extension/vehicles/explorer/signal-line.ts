import { isRecord } from '../../../common/is-record.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { chargingTypeName } from '../../../common/text/charging-type.ts';
import { t } from '../../../common/translate.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { VehicleSignal } from '../../../service/model/signals.ts';
import { problemOf } from '../data/failures.ts';
import { problemLines, remedies, type Shown, unavailable, warning, type Wording } from './line-texts.ts';

/** The line of a signal, whatever it is about: nothing here knows a signal by its name. */
export function signalLine(signal: VehicleSignal, { number, time }: Wording): Shown {
  const { error, body, code, size, updatedAt } = signal;
  const name = plainText(wordsOf(signal.name), 80);
  const megabytes = t('{0} MB, too large to show', number(Math.round((size ?? 0) / 1e5) / 10));
  const value = error ? reasonOf(error) : size ? megabytes : body ? plainText(bodyText(body, number), 200) : '';
  const problem = error && problemOf(error);
  const label = name.length + value.length > fitting ? withoutWordsOf(signal.group, name) : name;
  const [, opens] = (problem?.remedy && remedies[problem.remedy]) ?? [];
  return {
    label,
    description: plainText(value, 60),
    tooltip: [
      value === '' ? name : `${name}: ${value}`,
      ...(problem ? problemLines(problem) : []),
      t('Code: {0}', plainText(code, 100)),
      ...(updatedAt === undefined ? [] : [t('Reported {0}', time(updatedAt))]),
    ],
    ...(error ? lookOf(error) : { icon: '' }),
    tokens: ['signal', ...(error || value === '' ? [] : ['copies'])],
    opens: opens ?? 'vehicleData.openRawJson',
    ...(!error && value !== '' && { value }),
  };
}

/** Characters of name and value that fit in a view of 300 px. */
const fitting = 33;

/** `Detailed Status` for `Detailed Charging Status` of the group Charge. */
function withoutWordsOf(group: string, name: string): string {
  const stem = group.slice(0, 5).toLowerCase();
  return (
    name
      .split(' ')
      .filter((word) => !word.toLowerCase().startsWith(stem))
      .join(' ') || name
  );
}

/** The line above the signals of a group. */
export function groupLine(group: string): Shown {
  const label = plainText(wordsOf(group), 80);
  return { label, description: '', tooltip: [label], icon: '', tokens: ['group'], below: 'open' };
}

/** In three words; the tooltip has the rest. */
function reasonOf({ type, turn, isEmpty }: ServiceError): string {
  if (type === 'PERMISSION') return t('no permission');
  if (isEmpty) return t('nothing stored yet');
  return turn === 'nobody' ? t('not supported by this vehicle') : t('not available now');
}

function lookOf({ type, turn, isEmpty }: ServiceError): Pick<Shown, 'icon' | 'outcome'> {
  if (type === 'PERMISSION') return { icon: 'lock', outcome: 'quiet' };
  return turn === 'nobody' || isEmpty ? unavailable : warning;
}

/** `Traveled Distance` for `TraveledDistance`, and `traveleddistance` with a capital. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** In lower case. Copies of the documentation spell some in several ways. */
const units: Readonly<Record<string, string>> = {
  ...{ percent: '%', celsius: '°C', fahrenheit: '°F', degrees: '°' },
  ...{ kilometers: 'km', kilometres: 'km', miles: 'mi', miles_per_hour: 'mph', kilometers_per_hour: 'km/h' },
  ...{ kwhr: 'kWh', kilowatt_hours: 'kWh', kilowatts: 'kW', watts: 'W', volts: 'V' },
  ...{ ampere: 'A', amperes: 'A', amps: 'A', minutes: 'min', hours: 'h', seconds: 's' },
  ...{ liters: 'L', litres: 'L', gallons: 'gal', kilopascals: 'kPa', kpa: 'kPa' },
};

/** What true and false mean, where that is more than yes and no. */
const states = (): Readonly<Record<string, readonly [yes: string, no: string]>> => ({
  isOpen: [t('open'), t('closed')],
  isLocked: [t('locked'), t('unlocked')],
});

/** Say where something is in the vehicle, and what the rest is measured in. */
const surroundings: readonly string[] = ['row', 'column', 'rowCount', 'columnCount', 'unit', 'additionalValues'];

/** A body as a person reads it: `61 %`, `closed, locked`. Empty if there is nothing to read. */
function bodyText(body: Readonly<Record<string, unknown>>, number: Wording['number']): string {
  const unit = typeof body.unit === 'string' ? (units[body.unit.toLowerCase()] ?? body.unit) : undefined;
  const { latitude, longitude, value } = body;
  if (typeof latitude === 'number' && typeof longitude === 'number') return `${latitude}, ${longitude}`;
  if (value !== undefined) return textOf('value', [value], unit, number);
  const lists = Object.values(body).filter((each): each is readonly unknown[] => Array.isArray(each));
  const elements = lists.flat().filter(isRecord);
  const of = elements.length > 0 ? elements : [body];
  const names = [...new Set(of.flatMap((each) => Object.keys(each)))].filter((name) => !surroundings.includes(name));
  return names
    .map((name) => {
      const values = of.map((each) => each[name]);
      const text = textOf(name, values, unit, number);
      const isNamed = names.length > 1 && values.some((value) => typeof value === 'number');
      return isNamed ? `${wordsOf(name).toLowerCase()} ${text}` : text;
    })
    .filter((text) => text !== '')
    .join(', ');
}

/** What the same member is in several places: `closed`, `1 open, 3 closed`, `240–255 kPa`. */
function textOf(name: string, values: readonly unknown[], unit: string | undefined, number: Wording['number']): string {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) {
    const ends = [...new Set([Math.min(...numbers), Math.max(...numbers)])];
    const text = ends.map((value) => number(Math.round(value * 100) / 100)).join('–');
    return unit === undefined ? text : `${text} ${unit}`;
  }
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = typeof value === 'boolean' ? stateText(name, value) : typeof value === 'string' ? wordText(value) : '';
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const isOne = counts.size < 2;
  return [...counts].map(([text, count]) => (isOne ? text : `${number(count)} ${text}`)).join(', ');
}

function stateText(name: string, isSo: boolean): string {
  const [yes, no] = states()[name] ?? (name === 'value' ? [t('yes'), t('no')] : []);
  if (yes !== undefined && no !== undefined) return isSo ? yes : no;
  const words = wordsOf(name.replace(/^is(?=[A-Z])/, '')).toLowerCase();
  return `${words}: ${isSo ? t('yes') : t('no')}`;
}

/** `not charging` for `NOT_CHARGING`; a VIN and an abbreviation stay as they are, and what has a number is a name. */
function wordText(text: string): string {
  if (/_\d+$/.test(text)) return chargingTypeName(text);
  const words = /^(?:[A-Z]{4,}|[A-Z]+(?:_[A-Z0-9]+)+)$/.test(text) ? text.toLowerCase().replaceAll('_', ' ') : text;
  // English words of the API, which other languages quote.
  return /^[a-z ]+$/.test(words) ? t('{0}', words) : words;
}
