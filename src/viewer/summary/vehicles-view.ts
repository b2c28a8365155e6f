import { t } from '../../common/translate.ts';
import type { FailureText } from '../messages/to-page.ts';
import type { VehicleSummary } from '../results/summary.ts';
import { element } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import type { RemedyMessage } from '../base/remedy-button.ts';
import { VehicleRow } from './vehicle-row.ts';

/** Several vehicles side by side: a row for each, and one for all. */
export class VehiclesView {
  readonly element: HTMLElement;
  readonly names: readonly string[];
  readonly #lines: readonly VehicleRow[];
  readonly #all: VehicleRow;
  readonly #send: (message: RemedyMessage) => void;
  /** Each vehicle's failure in the last load that was completed; undefined before the first. */
  #settled: readonly (FailureText | undefined)[] | undefined;

  constructor(formats: Formats, names: readonly string[], send: (message: RemedyMessage) => void) {
    this.names = names;
    this.#send = send;
    this.#lines = names.map((name, vehicle) => new VehicleRow(formats, name, vehicle, send));
    this.#all = new VehicleRow(formats, t('All vehicles'), undefined, send);
    this.#all.element.classList.add('together');
    const heads = [
      t('Vehicle'),
      t('Charges'),
      t('Energy'),
      t('Charging time'),
      t('Public share'),
      t('Implied capacity'),
      t('Nominal capacity'),
    ].map((head) => element('th', { scope: 'col' }, head));
    this.element = element(
      'section',
      { class: 'vehicles', 'aria-label': t('Vehicle comparison') },
      element(
        'table',
        { class: 'groups', 'aria-label': t('Vehicle comparison') },
        element('thead', {}, element('tr', {}, ...heads)),
        element('tbody', {}, ...this.#lines.map((line) => line.element), this.#all.element),
      ),
    );
  }

  /** @param soFar number of the vehicle's records that have arrived */
  loading(vehicle: number, soFar: number): void {
    this.#lines[vehicle]?.loading(soFar);
  }

  /** All vehicles are being requested. */
  started(): void {
    for (const line of this.#lines) line.loading(0);
  }

  /**
   * The load is complete. Failed vehicles are requested again when the service accepts that; earlier, this would cancel
   * the load of the others.
   */
  settled(): void {
    this.#settled = this.#lines.map(({ failed }) => failed);
    this.#countDown();
  }

  /**
   * The load has ended, though the outcome is not known for each vehicle. Earlier records stay on screen, along with
   * the reasons why those of a vehicle are missing.
   *
   * @param waits whether the page itself repeats the request
   */
  stopped(waits: boolean): void {
    const failures = this.#settled ?? this.#lines.map(({ failed }) => failed);
    this.#lines.forEach((line, vehicle) => line.ended(failures[vehicle]));
    if (waits) for (const line of this.#lines) line.wait();
    else if (this.#settled) this.#countDown();
  }

  /**
   * The first vehicle whose wait is over requests everything that is missing. A second request would cancel the load of
   * the first.
   */
  #countDown(): void {
    let asked = false;
    this.#lines.forEach((line, vehicle) => {
      line.wait(() => {
        if (!asked) this.#send({ type: 'reload', vehicle });
        asked = true;
      });
    });
  }

  ended(vehicle: number, failure: FailureText | undefined): void {
    this.#lines[vehicle]?.ended(failure);
  }

  show(vehicles: readonly VehicleSummary[], all: VehicleSummary, nominals: readonly (number | undefined)[]): void {
    vehicles.forEach((summary, vehicle) => this.#lines[vehicle]?.show(summary, nominals[vehicle]));
    this.#all.show(all, undefined);
    this.#all.clearBattery();
  }
}
