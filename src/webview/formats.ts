/** How numbers and times are written in the user's language. */
export class Formats {
  readonly language: string;
  readonly #dateTime: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #count: Intl.NumberFormat;
  readonly #energy: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;
  readonly #axisDay: Intl.DateTimeFormat;
  readonly #axisYear: Intl.DateTimeFormat;
  readonly #axisNumber: Intl.NumberFormat;
  readonly #relative: Intl.RelativeTimeFormat;
  readonly #unit: string | undefined;

  constructor(language: string, energyUnit: string | undefined) {
    this.language = language;
    this.#dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    this.#day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    this.#count = new Intl.NumberFormat(language);
    this.#energy = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.#percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    this.#axisDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
    this.#axisYear = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' });
    this.#axisNumber = new Intl.NumberFormat(language, { maximumFractionDigits: 1, notation: 'compact' });
    this.#relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    this.#unit = energyUnit;
  }

  /** Local time in the form of the document's dates: the same in all languages, and no wider than it must be. */
  minute(time: number): string {
    const date = new Date(time);
    const two = (part: number) => String(part).padStart(2, '0');
    const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
  }

  dateTime(time: number): string {
    return this.#dateTime.format(time);
  }

  day(time: number): string {
    return this.#day.format(time);
  }

  count(value: number): string {
    return this.#count.format(value);
  }

  energy(value: number): string {
    return this.#energy.format(value);
  }

  energyWithUnit(value: number): string {
    return this.#unit === undefined ? this.energy(value) : `${this.energy(value)} ${this.#unit}`;
  }

  /** A mark on a time axis, short: day and month, or month and year. */
  axisDay(time: number, years: boolean): string {
    return (years ? this.#axisYear : this.#axisDay).format(time);
  }

  axisNumber(value: number): string {
    return this.#axisNumber.format(value);
  }

  percent(fraction: number): string {
    return this.#percent.format(fraction);
  }

  /** How long ago, in the largest fitting unit. */
  age(time: number, now: number): string {
    const seconds = Math.max(0, Math.round((now - time) / 1000));
    if (seconds < 60) return this.#relative.format(-0, 'second');
    if (seconds < 3600) return this.#relative.format(-Math.floor(seconds / 60), 'minute');
    if (seconds < 86_400) return this.#relative.format(-Math.floor(seconds / 3600), 'hour');
    return this.#relative.format(-Math.floor(seconds / 86_400), 'day');
  }
}
