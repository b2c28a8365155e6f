import { type Signal, signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { Countdown, type RemedyMessage, RemedyButton, waitsUntil } from '../base/remedy.tsx';
import { displayText } from '../base/text.ts';
import type { Formats } from '../formats/formats.ts';
import { TableHead } from './table-head.tsx';
import type { FailureText } from '../messages/to-page.ts';
import { lossesText, spreadText, totalTexts } from '../results/summary-texts.ts';
import type { ImpliedCapacity, VehicleSummary } from '../results/summary.ts';
import { vehicleStyle } from '../plot/swatch.ts';

/** How the load of a vehicle goes. */
interface VehicleLoad {
  /** Number of records that have arrived; undefined if no more will come. */
  readonly soFar?: number;
  /** Why its records could not be loaded. */
  readonly failure?: FailureText | undefined;
  /** What repeats the request once the service accepts it: the row itself, or the page for all vehicles. */
  readonly waits?: 'row' | 'page';
}

interface Summaries {
  readonly vehicles: readonly VehicleSummary[];
  readonly all: VehicleSummary;
  /** Capacities in the unit of the energies. */
  readonly nominals: readonly (number | undefined)[];
}

/** Several vehicles side by side: their loads and their totals. */
export class Vehicles {
  readonly names: readonly string[];
  readonly loads: readonly Signal<VehicleLoad>[];
  readonly summaries = signal<Summaries | undefined>(undefined);
  readonly send: (message: RemedyMessage) => void;
  /** Each vehicle's failure in the last load that was completed; undefined before the first. */
  #settled: readonly (FailureText | undefined)[] | undefined;
  #hasAsked = false;

  constructor(names: readonly string[], send: (message: RemedyMessage) => void) {
    this.names = names;
    this.send = send;
    this.loads = names.map(() => signal({}));
  }

  /** All vehicles are being requested. */
  started(): void {
    for (const load of this.loads) load.value = { soFar: 0 };
  }

  /** @param soFar number of the vehicle's records that have arrived */
  loading(vehicle: number, soFar: number): void {
    this.#set(vehicle, { soFar });
  }

  ended(vehicle: number, failure: FailureText | undefined): void {
    this.#set(vehicle, { failure });
  }

  /**
   * The load is complete. Failed vehicles are requested again when the service accepts that; earlier, this would cancel
   * the load of the others.
   */
  settled(): void {
    this.#settled = this.loads.map(({ value }) => value.failure);
    this.#wait('row');
  }

  /**
   * The load has ended, though the outcome is not known for each vehicle. Earlier records stay on screen, along with
   * the reasons why those of a vehicle are missing.
   *
   * @param waits whether the page itself repeats the request
   */
  stopped(waits: boolean): void {
    this.#failures.forEach((failure, vehicle) => this.#set(vehicle, { failure }));
    if (waits) this.#wait('page');
    else if (this.#settled) this.#wait('row');
  }

  /**
   * The first vehicle whose wait is over requests everything that is missing. A second request would cancel the load of
   * the first.
   */
  ask(vehicle: number): void {
    if (!this.#hasAsked) this.send({ type: 'reload', vehicle });
    this.#hasAsked = true;
  }

  /** Whether the records on screen lack those of a vehicle. */
  hasFailed(vehicle: number): boolean {
    return this.#failures[vehicle] !== undefined;
  }

  /** Of the records on screen: those of the last load that was completed; before the first, of the current one. */
  get #failures(): readonly (FailureText | undefined)[] {
    return this.#settled ?? this.loads.map(({ value }) => value.failure);
  }

  /** `1 of 4 vehicles failed`, for a screen reader that is not at their rows; empty if none has. */
  get lacking(): string {
    const { length } = this.loads.filter(({ value: { failure } }) => failure && !failure.isCalm);
    return length === 0 ? '' : t('{0} of {1} vehicles failed', String(length), String(this.names.length));
  }

  #wait(waits: 'row' | 'page'): void {
    this.#hasAsked = false;
    for (const load of this.loads) {
      if (load.value.failure && waitsUntil(load.value.failure)) load.value = { ...load.value, waits };
    }
  }

  #set(vehicle: number, value: VehicleLoad): void {
    const load = this.loads[vehicle];
    if (load) load.value = value;
  }
}

interface VehiclesTableProps {
  readonly vehicles: Vehicles;
  readonly formats: Formats;
}

/** A row for each vehicle, and one for all. */
export function VehiclesTable({ vehicles, formats }: VehiclesTableProps) {
  const heads = [
    t('Vehicle'),
    t('Charges'),
    t('Energy'),
    t('Charging time'),
    t('Public share'),
    t('Implied capacity'),
    t('Nominal capacity'),
  ];
  const { all } = vehicles.summaries.value ?? {};
  return (
    <section class="vehicles" aria-label={t('Vehicle comparison')}>
      <table class="groups" aria-label={t('Vehicle comparison')}>
        <TableHead heads={heads} />
        <tbody>
          {vehicles.names.map((_, vehicle) => (
            <VehicleRow {...{ vehicles, formats, vehicle }} />
          ))}
          <tr class="together">
            <th scope="row">
              <span>{t('All vehicles')}</span>
              <span class="vehicle-status" />
            </th>
            <Totals summary={all} formats={formats} />
            <td class="implied" />
            <td class="nominal" />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** One vehicle's row: totals of its records, the progress of its load, and what to do if that failed. */
function VehicleRow({ vehicles, formats, vehicle }: VehiclesTableProps & { readonly vehicle: number }) {
  const { soFar, failure, waits } = vehicles.loads[vehicle]?.value ?? {};
  const { vehicles: summaries, nominals } = vehicles.summaries.value ?? {};
  const summary = summaries?.[vehicle];
  const nominal = nominals?.[vehicle];
  return (
    <tr>
      <th scope="row">
        <span class="swatch vehicle" style={vehicleStyle(vehicle)} />
        <bdi>{vehicles.names[vehicle]}</bdi>
        <span class="vehicle-status">
          {soFar !== undefined && t('Loading charge records…')}
          {soFar ? ` ${t('{0} so far', formats.count(soFar))}` : ''}
        </span>
      </th>
      {failure ? (
        <td class={`vehicle-failure${failure.isCalm ? ' calm' : ''}`} colspan={6}>
          {`${displayText(failure.message)} ${displayText(failure.nextStep)}`}
          {failure.remedy && [
            ' ',
            <RemedyButton
              remedy={failure.remedy}
              vehicle={vehicle}
              class="link"
              disabled={waits !== undefined}
              send={vehicles.send}
            />,
          ]}
          {waits === 'row' &&
            failure.retryAt !== undefined && [
              ' ',
              <Countdown until={failure.retryAt} onEnd={() => vehicles.ask(vehicle)} />,
            ]}
        </td>
      ) : (
        <>
          <Totals summary={summary} formats={formats} />
          <td class="implied" title={summary?.capacity && spreadText(formats, summary.capacity)}>
            {summary && (summary.capacity ? impliedText(formats, summary.capacity) : t('unknown'))}
            {summary?.capacity && <span class="note">{lossesText(summary.capacity, nominal)}</span>}
          </td>
          <td class="nominal">{summary && (nominal === undefined ? t('unknown') : formats.energyWithUnit(nominal))}</td>
        </>
      )}
    </tr>
  );
}

function Totals({ summary, formats }: { readonly summary: VehicleSummary | undefined; readonly formats: Formats }) {
  const texts = summary && totalTexts(formats, summary.totals);
  return (
    <>
      <td class="charges">{texts?.charges}</td>
      <td class="energy">{texts?.energy}</td>
      <td class="time">{texts?.time}</td>
      <td class="public">{texts?.public}</td>
    </>
  );
}

/** The median with the range of the middle half. */
function impliedText(formats: Formats, { median, quartiles }: ImpliedCapacity): string {
  return t('{0} ({1}–{2})', formats.energyWithUnit(median), ...quartiles.map((value) => formats.energy(value)));
}
