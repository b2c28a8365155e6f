import { computed, signal } from '@preact/signals';
import { numberFormat } from '../../common/text/number-text.ts';
import { dateFormat, tableTime } from '../../common/text/dates.ts';
import { t } from '../../common/translate.ts';
import { memoize } from '../../common/text/memoize.ts';
import { displayText } from '../base/text.ts';
import { type Zone, clockOf } from './zone.ts';

/** Formats numbers and times in the user's language. */
export class Formats {
  readonly language: string;
  /** Energy unit and time zone, as sent by the host; the unit is undefined if unknown. */
  readonly settings = signal<{ readonly energyUnit: string | undefined; readonly zone: Zone }>({
    energyUnit: undefined,
    zone: 'local',
  });
  /** The zone that the user has chosen here; undefined: the setting applies. */
  readonly chosenZone = signal<Zone | undefined>(undefined);
  readonly #zone = computed(() => this.chosenZone.value ?? this.settings.value.zone);
  readonly #energyUnit = computed(() => this.settings.value.energyUnit);
  /** With at most three decimals: further digits of a computed value mean nothing. */
  readonly count: (value: number) => string;
  /** With all of its digits. */
  readonly exact: (value: number) => string;
  /** The decimal separator. */
  readonly decimal: string;
  readonly energy: (value: number) => string;
  /** Precise to a metre. */
  readonly degrees: (value: number) => string;
  readonly oneDigit: (value: number) => string;
  readonly percent: (fraction: number) => string;
  readonly axisNumber: (value: number) => string;
  readonly #money = memoize((currency: string) => this.#moneyOf(currency));
  readonly #dateTime: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #axisDay: Intl.DateTimeFormat;
  readonly #axisYear: Intl.DateTimeFormat;
  readonly #relative: Intl.RelativeTimeFormat;

  constructor(language: string, energyUnit: string | undefined, zone: Zone = 'local') {
    this.language = language;
    // They format the result of `clockOf`, a date whose UTC parts are the zone's local time.
    const timeZone = 'UTC';
    this.#dateTime = dateFormat(language, 'short', timeZone);
    this.#day = dateFormat(language, undefined, timeZone);
    this.count = numberFormat(language);
    this.decimal = numberFormat(language)(1.5).charAt(1);
    this.exact = numberFormat(language, { maximumFractionDigits: 20 });
    this.energy = numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.degrees = numberFormat(language, { minimumFractionDigits: 5, maximumFractionDigits: 5 });
    this.oneDigit = numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    // Adding 0 turns -0 into 0: `memoize` treats both as the same value.
    const percent = numberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    this.percent = memoize((fraction) => percent(fraction + 0));
    this.#axisDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });
    this.#axisYear = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone });
    this.axisNumber = numberFormat(language, { maximumFractionDigits: 1, notation: 'compact' });
    this.#relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    this.settings.value = { energyUnit, zone };
  }

  get energyUnit(): string | undefined {
    return this.#energyUnit.value;
  }

  /** The time zone that determines displayed times and days. */
  get zone(): Zone {
    return this.#zone.value;
  }

  /** Local time in the zone, as in all tables; empty if there is none. */
  minute(time: number, zone = this.zone): string {
    const clock = clockOf(time, zone).getTime();
    return Number.isNaN(clock) ? '' : tableTime(clock);
  }

  /** The same with seconds, and with milliseconds if there are any. */
  second(time: number, zone = this.zone): string {
    return isoText(time, zone).replace(/\.000Z$|Z$/, '');
  }

  dateTime(time: number): string {
    return this.#dateTime.format(clockOf(time, this.zone));
  }

  day(time: number): string {
    return this.#day.format(clockOf(time, this.zone));
  }

  /** `5 charges`, or `1 charge`. */
  charges(count: number): string {
    return t(count === 1 ? '1 charge' : '{0} charges', this.count(count));
  }

  /** `5 charge records`, or `1 charge record`. */
  records(count: number): string {
    return t(count === 1 ? '1 charge record' : '{0} charge records', this.count(count));
  }

  energyWithUnit(value: number): string {
    return this.energyUnit === undefined ? this.energy(value) : `${this.energy(value)} ${this.energyUnit}`;
  }

  /**
   * An amount, with as many digits as its currency has, and with the currency if it is known.
   *
   * @param currency as received: ISO 4217, or some other text
   */
  money(value: number, currency = ''): string {
    return this.#money(currency)(value);
  }

  #moneyOf(currency: string): (value: number) => string {
    if (currency === '') return this.energy;
    if (!/^[a-z]{3}$/i.test(currency)) return (value) => `${this.energy(value)} ${displayText(currency)}`;
    return numberFormat(this.language, { style: 'currency', currency, currencyDisplay: 'code' });
  }

  /** Seconds with all of their digits, and their unit. */
  seconds(value: number): string {
    return this.#withUnit(value, 'second', 3);
  }

  /** Minutes with all of their digits, and their unit. */
  minutes(value: number): string {
    return this.#withUnit(value, 'minute', 20);
  }

  #withUnit(value: number, unit: string, maximumFractionDigits: number): string {
    return numberFormat(this.language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits })(value);
  }

  /** A short label for a time axis: day and month, or month and year. */
  axisDay(time: number, years: boolean): string {
    return (years ? this.#axisYear : this.#axisDay).format(clockOf(time, this.zone));
  }

  /** Short name of a day of the week; 0 is Sunday. */
  weekday(day: number): string {
    const some = Date.UTC(2026, 10, 1 + day);
    return new Intl.DateTimeFormat(this.language, { weekday: 'short', timeZone: 'UTC' }).format(some);
  }

  /** The day on which weeks begin in the language's region; 0 is Sunday. */
  get firstDay(): number {
    const locale = new Intl.Locale(this.language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
    return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
  }

  /** A percentage as someone entered it, with all of its digits. */
  exactPercent(fraction: number): string {
    const digits = { style: 'percent', maximumFractionDigits: 6 } as const;
    return numberFormat(this.language, digits)(fraction);
  }

  /** How long ago, in the largest fitting unit; for less than a minute, `justNow`. */
  age(time: number, now: number, justNow: string): string {
    const seconds = Math.max(0, Math.round((now - time) / 1000));
    if (seconds < 60) return justNow;
    if (seconds < 3600) return this.#relative.format(-Math.floor(seconds / 60), 'minute');
    if (seconds < 86_400) return this.#relative.format(-Math.floor(seconds / 3600), 'hour');
    return this.#relative.format(-Math.floor(seconds / 86_400), 'day');
  }
}

/** `2026-11-01 18:00:00.000Z`, in the zone's local time; empty if the time is unknown. */
function isoText(time: number, zone: Zone): string {
  const clock = clockOf(time, zone);
  return Number.isNaN(clock.getTime()) ? '' : clock.toISOString().replace('T', ' ');
}
