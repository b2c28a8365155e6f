import { modelName } from '../../common/vehicle-names.ts';
import type { ChargeRecordsTarget } from '../../records/protocol/target.ts';
import type { PageMessage } from '../../records/protocol/to-page.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { DateRange } from '../../common/date-range.ts';
import { element, setText } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import { RangeBar } from './range-bar.ts';
import { displayText, fill } from '../base/text.ts';
import { sourcesOf } from '../../records/protocol/target-vehicles.ts';
import { vehicleNames } from '../summary/vehicle-names.ts';

/** Which records were asked for, with the service's defaults called so. */
export function rangeText(strings: ViewerStrings, { startDate, endDate }: DateRange): string {
  if (startDate !== undefined && endDate !== undefined) return fill(strings.rangeBoth, startDate, endDate);
  if (startDate !== undefined) return fill(strings.rangeFrom, startDate);
  if (endDate !== undefined) return fill(strings.rangeUntil, endDate);
  return strings.rangeDefault;
}

type Times = Pick<PageMessage<'done'>, 'receivedAt' | 'fetchedAt' | 'cached'>;

/** Two names, or one and how many more. */
function titleOf(strings: ViewerStrings, names: readonly string[]): string {
  const [first = '', ...more] = names;
  return more.length === 1 ? names.join(', ') : fill(strings.andMore, first, String(more.length));
}

/** The year of a vehicle whose attributes are not known is 0: then none is said. */
function titleOfOne(vehicle: ChargeRecordsTarget['vehicle']): readonly (string | Node)[] {
  const name = displayText(modelName(vehicle));
  const { year } = vehicle;
  return year === 0 ? [name] : [name, ' ', element('span', { class: 'year' }, String(year))];
}

export interface HeaderEvents {
  readonly onReload: () => void;
  readonly onRange: (range: DateRange) => void;
  readonly onCancel: () => void;
  /** The form that asks for days is to be hidden, or shown again. */
  readonly onCollapse: () => void;
}

/** Whose records these are, which were asked for, how many came, and when. */
export class Header {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #status = element('span', { role: 'status', id: 'status', class: 'status' });
  readonly #progress = element('span', { class: 'so-far' });
  readonly #marked = element('span', { id: 'marked-count', class: 'marked-count' });
  readonly #unknown = element('span', { id: 'unknown-count' });
  readonly #days: HTMLButtonElement;
  readonly #range = element('span', { id: 'range' });
  readonly #bar: RangeBar;
  readonly #age = element('span', { id: 'age', class: 'age' });
  readonly #cancel: HTMLButtonElement;
  readonly #reload: HTMLButtonElement;
  #times: Times | undefined;

  constructor(strings: ViewerStrings, formats: Formats, target: ChargeRecordsTarget, events: HeaderEvents) {
    this.#strings = strings;
    this.#formats = formats;
    const title = target.others?.length
      ? [titleOf(strings, vehicleNames(sourcesOf(target)))]
      : titleOfOne(target.vehicle);
    this.#range.title = strings.rangeExplained;
    this.#bar = new RangeBar(strings, events.onRange);
    this.showRange(target);
    this.#reload = element('button', { type: 'button', id: 'reload', class: 'secondary' }, strings.reload);
    this.#reload.addEventListener('click', events.onReload);
    this.#cancel = element('button', { type: 'button', id: 'cancel', class: 'secondary', hidden: '' }, strings.cancel);
    this.#cancel.addEventListener('click', events.onCancel);
    const expands = { type: 'button', class: 'secondary toggle', 'aria-expanded': 'true', 'aria-controls': 'days' };
    this.#days = element('button', { ...expands, id: 'days-toggle' }, strings.rangeToggle);
    this.#days.addEventListener('click', events.onCollapse);
    this.#bar.element.id = 'days';
    this.element = element(
      'header',
      {},
      element(
        'div',
        { class: 'head-line' },
        element(
          'div',
          { class: 'who' },
          element('h1', {}, ...title),
          element(
            'p',
            { class: 'facts' },
            ...[this.#status, this.#progress, this.#marked, this.#unknown, this.#range].flatMap((fact) => [fact, ' ']),
            this.#age,
          ),
        ),
        this.#cancel,
        this.#days,
        this.#reload,
      ),
      this.#bar.element,
    );
  }

  focus(): void {
    this.#reload.focus();
  }

  /** Hides the form that asks for days, or shows it. */
  collapse(collapsed: boolean): void {
    this.#bar.element.hidden = collapsed;
    this.#days.setAttribute('aria-expanded', String(!collapsed));
  }

  focusRange(): void {
    this.#bar.focus();
  }

  /** What of the records is not as the contract says: how many of them, and how many kinds of fields it doesn't know. */
  showContract(marked: number, unknownFields: number): void {
    setText(this.#marked, marked > 0 ? fill(this.#strings.markedCount, this.#formats.count(marked)) : '');
    setText(
      this.#unknown,
      unknownFields > 0 ? fill(this.#strings.unknownCount, this.#formats.count(unknownFields)) : '',
    );
  }

  /** The days that are being asked for. */
  showAsked(range: DateRange): void {
    this.#bar.show(range);
  }

  /** The days whose records are on screen. */
  showRange(range: DateRange): void {
    setText(this.#range, rangeText(this.#strings, range));
  }

  showLoading(soFar: number): void {
    this.#cancel.hidden = false;
    setText(this.#status, this.#strings.loading);
    // Beside the live region: a count that changes many times a second is not to be read out.
    setText(this.#progress, soFar > 0 ? fill(this.#strings.soFar, this.#formats.count(soFar)) : '');
  }

  /**
   * @param rows undefined if it isn't known how many there are
   * @param shown how many of them pass the filters
   */
  showCount(rows: number | undefined, shown = rows): void {
    if (document.activeElement === this.#cancel) this.#reload.focus();
    this.#cancel.hidden = true;
    const all = rows === undefined ? '' : this.#countText(rows);
    const some = shown !== rows && shown !== undefined;
    setText(this.#status, some ? fill(this.#strings.someRecords, this.#formats.count(shown), all) : all);
    setText(this.#progress, '');
  }

  /** When the records on screen came; undefined while there are none. */
  showTimes(times: Times | undefined): void {
    this.#times = times;
    this.refreshAge();
  }

  #countText(rows: number): string {
    return rows === 1 ? this.#strings.oneRecord : fill(this.#strings.manyRecords, this.#formats.count(rows));
  }

  /** To be called now and then: records grow older by themselves. */
  refreshAge(): void {
    this.#age.hidden = !this.#times;
    if (!this.#times) return;
    const { receivedAt, fetchedAt, cached } = this.#times;
    const ago = (time: number) => this.#formats.age(time, Date.now(), this.#strings.justNow);
    const parts = [fill(this.#strings.received, ago(receivedAt))];
    if (fetchedAt !== undefined) parts.push(fill(this.#strings.fetched, ago(fetchedAt)));
    if (cached) parts.push(this.#strings.cached);
    setText(this.#age, parts.join(', '));
    this.#age.title = this.#formats.dateTime(receivedAt);
  }
}
