import { t } from '../../../common/translate.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import type { CapacityCandidate, NominalCapacity } from '../../../service/model/vehicles.ts';
import type { LineContext } from './tree-line.ts';

/** The setting that names the unit of energies and capacities … */
const energyUnitSetting = 'vehicleData.viewer.energyUnit';
/** … and those that it depends on: environments may have their own. */
export const unitSettings = [energyUnitSetting, 'vehicleData.environments'];

/** The texts for one case of the specification ("Battery capacity response cases"). */
interface CapacityText {
  /** For the line of the vehicle: `81 kWh`, or `?`. */
  readonly short: string;
  /** The same for a screen reader. */
  readonly spoken: string;
  /** For the line of the capacity itself. */
  readonly full: string;
  /** Further information, one sentence each. */
  readonly explanation: readonly string[];
}

/** A capacity with its unit, if known. `number` formats a number. */
export function capacityAmount(nominal: number, unit: string | undefined, number: LineContext['number']): string {
  return unit === undefined ? number(nominal) : `${number(nominal)} ${unit}`;
}

/** @param unit undefined if none is known */
export function capacityText(
  capacity: NominalCapacity,
  unit: string | undefined,
  context: Pick<LineContext, 'number'>,
): CapacityText {
  const { number } = context;
  const unitText =
    unit === undefined
      ? t('Unit unknown. Set it with {0}.', energyUnitSetting)
      : t('Unit: {0} (public API reference or your settings).', unit);
  const candidates = t('Candidates: {0}', listed(capacity.candidates, number));
  const unread = (capacity.unreadCandidates ?? []).map((problem) => t('Not read: {0}', problem));
  // With a narrow space that does not break: a view of 300 pixels has no room to spare.
  const short = (nominal: number) => capacityAmount(Math.round(nominal), unit, number).replace(' ', '\u202f');
  switch (capacity.case) {
    case 'determined': {
      const amount = capacityAmount(capacity.nominal, unit, number);
      const full = capacity.isSourceUnknown ? amount : t('{0} · determined by the API', amount);
      return { short: short(capacity.nominal), spoken: amount, full, explanation: [...unread, unitText] };
    }
    case 'selected': {
      const full = t('{0}, chosen by the owner', capacityAmount(capacity.nominal, unit, number));
      return { short: short(capacity.nominal), spoken: full, full, explanation: [candidates, ...unread, unitText] };
    }
    case 'undetermined': {
      const full = capacity.candidates.length === 0 ? t('unknown, no candidates') : candidates;
      const noPage = capacity.selectUrl === null ? [t('The response has no link for the owner to choose.')] : [];
      return { short: '?', spoken: t('capacity unknown'), full, explanation: [...unread, ...noPage, unitText] };
    }
  }
}

/** `80.9; 90.9 (BEV:Extended Range)`. Separated by semicolons, because many languages use commas in numbers. */
function listed(candidates: readonly CapacityCandidate[], number: LineContext['number']): string {
  return candidates
    .map(({ capacity, description }) =>
      description === null ? number(capacity) : `${number(capacity)} (${plainText(description, 80)})`,
    )
    .join('; ');
}
