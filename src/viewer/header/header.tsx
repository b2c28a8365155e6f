import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { modelName } from '../../common/vehicle-names.ts';
import { Icon } from '../base/icons.tsx';
import { displayText, isolated } from '../base/text.ts';
import type { Formats } from '../formats/formats.ts';
import type { ChargeRecordsTarget } from '../messages/target.ts';
import { comparedTitle } from '../messages/target-vehicles.ts';
import { sourceNames } from '../summary/vehicle-names.ts';
import type { LoadState } from './load-state.ts';
import type { RangeMenu } from './range-menu.tsx';

const nameOf: typeof modelName = (vehicle) => isolated(displayText(modelName(vehicle)));

/** Two names, or the first name and the number of others. */
function titleOf(target: ChargeRecordsTarget, names: readonly string[]): string {
  const [first = '', ...more] = names;
  if (target.compares) return comparedTitle(target, nameOf);
  return more.length === 1 ? names.join(', ') : t('{0} and {1} more', first, String(more.length));
}

function Heading({ target }: { readonly target: ChargeRecordsTarget }) {
  const names = sourceNames(target).map(isolated);
  if (names.length > 1) {
    const title = titleOf(target, names);
    return <h1 title={target.compares ? title : names.join(', ')}>{title}</h1>;
  }
  const { vehicle, version } = target;
  const name = nameOf(vehicle);
  // A year of 0 means that the vehicle's attributes are unknown.
  const year = vehicle.year === 0 ? '' : String(vehicle.year);
  const of = version === undefined ? '' : displayText(`v${version}`);
  return (
    <h1 title={[name, year, of].filter(Boolean).join(' ')}>
      {name}
      {year && [' ', <span class="year">{year}</span>]}
      {of && [' ', <span class="version">{of}</span>]}
    </h1>
  );
}

/** How many records are shown, and of how many; while they are loaded, that this is so. */
function statusText({ arrived, count, lacking }: LoadState, formats: Formats, compares = false): string {
  if (arrived.value !== undefined) return t('Loading charge records…');
  if (!count.value) return '';
  const { rows, shown } = count.value;
  const all = formats.records(rows);
  const counted = shown === rows ? all : t('{0} of {1}', formats.count(shown), all);
  // What is compared may be one vehicle.
  return [counted, compares ? '' : lacking.value].filter(Boolean).join(', ');
}

/** When the records were received, and when the manufacturer's data was. */
function exactTimes({ receivedAt, fetchedAt }: NonNullable<LoadState['times']['value']>, formats: Formats) {
  const exact = [t('Updated {0}', formats.dateTime(receivedAt))];
  if (fetchedAt !== undefined) exact.push(t('at the manufacturer {0}', formats.dateTime(fetchedAt)));
  return exact.join(', ');
}

interface HeaderProps {
  readonly load: LoadState;
  readonly formats: Formats;
  readonly target: ChargeRecordsTarget;
  /** Undefined for the records of a file, for which no days can be requested. */
  readonly ranges: RangeMenu | undefined;
  readonly onReload: () => void;
  readonly onCancel: () => void;
}

/**
 * One line: the vehicle, the number of records, the date range, and when they were received. Text that does not fit has
 * a tooltip.
 */
export function Header({ load, formats, target, ranges, onReload, onCancel }: HeaderProps) {
  void load.renewals.value;
  const { arrived, outdated, times, wait } = load;
  const status = statusText(load, formats, target.compares);
  const exact = times.value && exactTimes(times.value, formats);
  return (
    <header class="head-line">
      <Heading target={target} />{' '}
      <span role="status" id="status" class="status" title={status}>
        {status}
      </span>{' '}
      {/* Outside the live region: a count that changes many times a second should not be read out. */}
      <span class="so-far">{arrived.value ? t('{0} so far', formats.count(arrived.value)) : ''}</span>{' '}
      {ranges && [<ranges.Button />, ' ']}
      <span id="age" class="age" hidden={!times.value} title={exact}>
        {times.value && t('Updated {0}', formats.age(times.value.receivedAt, now(), t('just now')))}
      </span>{' '}
      <span role="status" class="outdated">
        {wait.value ||
          (outdated.value && (
            <button type="button" class="link" onClick={onReload}>
              {t('New data: reload')}
            </button>
          ))}
      </span>
      <button type="button" id="cancel" class="secondary" hidden={arrived.value === undefined} onClick={onCancel}>
        {t('Cancel')}
      </button>
      <button
        type="button"
        id="reload"
        class="quiet icon-button"
        title={exact === undefined ? t('Reload') : `${t('Reload')}\n${exact}`}
        aria-label={t('Reload')}
        // The tooltip's text for users without a pointer.
        aria-description={exact}
        onClick={onReload}
      >
        <Icon name="reload" />
      </button>
    </header>
  );
}
