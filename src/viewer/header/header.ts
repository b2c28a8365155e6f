import { t } from '../../common/translate.ts';
import { systemClock } from '../../common/clock.ts';
import { modelName } from '../../common/vehicle-names.ts';
import type { ChargeRecordsTarget } from '../messages/target.ts';
import type { PageMessage } from '../messages/to-page.ts';
import type { DateRange } from '../../common/date-range.ts';
import { element, setText } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import type { Formats } from '../formats/formats.ts';
import { RangeMenu } from './range-menu.ts';
import { displayText } from '../base/text.ts';
import { comparedTitle } from '../messages/target-vehicles.ts';
import { sourceNames } from '../summary/vehicle-names.ts';

type Times = Pick<PageMessage<'done'>, 'receivedAt' | 'fetchedAt' | 'cached'>;

/** Two names, or the first name and the number of others. */
function titleOf(target: ChargeRecordsTarget, names: readonly string[]): string {
  const [first = '', ...more] = names;
  if (target.compares) return displayText(comparedTitle(target));
  return more.length === 1 ? names.join(', ') : t('{0} and {1} more', first, String(more.length));
}

/** A year of 0 means that the vehicle's attributes are unknown: the year is left out. */
function titleOfOne({ vehicle, version }: ChargeRecordsTarget): readonly (string | Node)[] {
  const { year } = vehicle;
  return [
    displayText(modelName(vehicle)),
    ...(year === 0 ? [] : [' ', element('span', { class: 'year' }, String(year))]),
    ...(version === undefined ? [] : [' ', element('span', { class: 'version' }, displayText(`v${version}`))]),
  ];
}

export interface HeaderEvents {
  readonly onReload: () => void;
  readonly onRange: (range: DateRange) => void;
  readonly onCancel: () => void;
}

/**
 * One line: the vehicle, the number of records, the date range, and when they were received. Text that does not fit has
 * a tooltip.
 */
export class Header {
  readonly element: HTMLElement;
  readonly #formats: Formats;
  readonly #status = element('span', { role: 'status', id: 'status', class: 'status' });
  readonly #progress = element('span', { class: 'so-far' });
  /** Undefined for the records of a file, for which no days can be requested. */
  readonly #range: RangeMenu | undefined;
  readonly #age = element('span', { id: 'age', class: 'age' });
  readonly #outdated = element('span', { role: 'status', class: 'outdated' });
  readonly #cancel: HTMLButtonElement;
  readonly #reload: HTMLButtonElement;
  readonly #onReload: () => void;
  #times: Times | undefined;

  constructor(formats: Formats, target: ChargeRecordsTarget, events: HeaderEvents) {
    this.#formats = formats;
    this.#onReload = events.onReload;
    const names = sourceNames(target);
    const heading = element('h1', {}, ...(names.length > 1 ? [titleOf(target, names)] : titleOfOne(target)));
    heading.title = names.length > 1 && !target.compares ? names.join(', ') : heading.textContent;
    this.#range = target.file === undefined ? new RangeMenu(formats.language, events.onRange) : undefined;
    this.showRange(target);
    const reload = t('Reload');
    const labelled = { type: 'button', id: 'reload', class: 'quiet icon-button', title: reload, 'aria-label': reload };
    this.#reload = element('button', labelled, icon('reload'));
    this.#reload.addEventListener('click', events.onReload);
    this.#cancel = element('button', { type: 'button', id: 'cancel', class: 'secondary', hidden: '' }, t('Cancel'));
    this.#cancel.addEventListener('click', events.onCancel);
    this.element = element(
      'header',
      { class: 'head-line' },
      heading,
      ...[this.#status, this.#progress, this.#range?.element, this.#age, this.#outdated].flatMap((fact) =>
        fact ? [' ', fact] : [],
      ),
      this.#cancel,
      this.#reload,
    );
  }

  focus(): void {
    this.#reload.focus();
  }

  /** Opens the menu that selects another date range. */
  chooseRange(): void {
    this.#range?.open();
  }

  /** Shows the days that are being requested. */
  showAsked(range: DateRange): void {
    this.#range?.showAsked(range);
  }

  /** Shows the days of the records on screen. */
  showRange(range: DateRange): void {
    this.#range?.show(range);
  }

  showLoading(soFar: number): void {
    this.#cancel.hidden = false;
    this.#say(t('Loading charge records…'));
    // Outside the live region: a count that changes many times a second should not be read out.
    setText(this.#progress, soFar > 0 ? t('{0} so far', this.#formats.count(soFar)) : '');
  }

  /**
   * @param rows undefined if the number of records is unknown
   * @param shown how many of them pass the filters
   */
  showCount(rows: number | undefined, shown = rows): void {
    if (document.activeElement === this.#cancel) this.#reload.focus();
    this.#cancel.hidden = true;
    const all = rows === undefined ? '' : this.#countText(rows);
    const some = shown !== rows && shown !== undefined;
    this.#say(some ? t('{0} of {1}', this.#formats.count(shown), all) : all);
    setText(this.#progress, '');
  }

  /** Shows when the records on screen were received; undefined while there are none. */
  showTimes(times: Times | undefined): void {
    this.#times = times;
    this.refreshAge();
  }

  /** Offers newer records. They are loaded only on request, so that users do not lose their place. */
  showOutdated(outdated: boolean): void {
    if (outdated === this.#outdated.hasChildNodes()) return;
    if (this.#outdated.contains(document.activeElement)) this.#reload.focus();
    const button = element('button', { type: 'button', class: 'link' }, t('New data: reload'));
    button.addEventListener('click', this.#onReload);
    this.#outdated.replaceChildren(...(outdated ? [button] : []));
  }

  /** Says why a reload has sent nothing, until the next load. */
  showWait(text: string): void {
    this.#outdated.replaceChildren(text);
  }

  #say(text: string): void {
    setText(this.#status, text);
    this.#status.title = text;
  }

  #countText(rows: number): string {
    return this.#formats.records(rows);
  }

  /** Call this from time to time, because the age of the records grows. */
  refreshAge(): void {
    const reload = t('Reload');
    this.#age.hidden = !this.#times;
    if (!this.#times) {
      this.#reload.title = reload;
      this.#reload.removeAttribute('aria-description');
      return;
    }
    const { receivedAt, fetchedAt } = this.#times;
    setText(this.#age, t('Updated {0}', this.#formats.age(receivedAt, systemClock.now(), t('just now'))));
    const exact = [t('Updated {0}', this.#formats.dateTime(receivedAt))];
    if (fetchedAt !== undefined) exact.push(t('at the manufacturer {0}', this.#formats.dateTime(fetchedAt)));
    if (this.#times.cached) exact.push(t('from the encrypted cache'));
    this.#age.title = exact.join(', ');
    this.#reload.title = `${reload}\n${this.#age.title}`;
    // Makes the tooltip's text available to users without a pointer, too.
    this.#reload.setAttribute('aria-description', this.#age.title);
  }
}
