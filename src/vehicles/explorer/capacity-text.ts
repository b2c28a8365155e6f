import { t } from '../../common/translate.ts';
import { plainText } from '../../common/plain-text.ts';
import type { CapacityCandidate, NominalCapacity } from '../../service/model/vehicles.ts';
import type { LineContext } from './tree-line.ts';

/** The setting that names the unit of energies and capacities … */
const energyUnitSetting = 'vehicleData.viewer.energyUnit';
/** … and those that it depends on: environments may have their own. */
export const unitSettings = [energyUnitSetting, 'vehicleData.environments'];

/** One case of the document ("Battery capacity response cases") in words. */
export interface CapacityText {
  /** For the line of the vehicle: `80.7 kWh`. */
  readonly short: string;
  /** For the line of the capacity itself. */
  readonly full: string;
  /** What the case means and what can be done, a sentence each. */
  readonly explanation: readonly string[];
}

/** A capacity with its unit, where one is known. `number` writes a number for people. */
export function capacityAmount(nominal: number, unit: string | undefined, number: LineContext['number']): string {
  return unit === undefined ? number(nominal) : `${number(nominal)} ${unit}`;
}

/** @param unit undefined where none is known */
export function capacityText(
  capacity: NominalCapacity,
  unit: string | undefined,
  context: Pick<LineContext, 'number'>,
): CapacityText {
  const { number } = context;
  const unitKnown =
    unit === undefined
      ? t('Unit unknown. Set it with {0}.', energyUnitSetting)
      : t('Unit: {0} (public API reference or your settings).', unit);
  const candidates = t('Candidates: {0}', listed(capacity.candidates, number));
  switch (capacity.case) {
    case 'determined': {
      const amount = capacityAmount(capacity.nominal, unit, number);
      return {
        short: amount,
        full: t('{0} · determined by the API', amount),
        explanation: [t('The API determined this capacity.'), unitKnown],
      };
    }
    case 'selected': {
      const amount = capacityAmount(capacity.nominal, unit, number);
      return {
        short: t('{0}, chosen by the owner', amount),
        full: t('{0} · chosen by the owner', amount),
        explanation: [
          t('The API could not determine the capacity. The owner chose it and can choose again.'),
          candidates,
          unitKnown,
        ],
      };
    }
    case 'undetermined':
      return {
        short: t('capacity unknown'),
        full: undetermined(capacity.candidates, context),
        explanation: [
          t('The API could not determine the capacity, and the owner has not chosen one.'),
          ...(capacity.candidates.length > 0 ? [candidates] : []),
          capacity.selectUrl === null
            ? t('The API offers no page for the owner to choose.')
            : t('Run “Ask Owner for Battery Capacity…” on this line.'),
          unitKnown,
        ],
      };
  }
}

/** One candidate: `90.9 (BEV:Extended Range)`. */
function candidateText({ capacity, description }: CapacityCandidate, number: LineContext['number']): string {
  return description === null ? number(capacity) : `${number(capacity)} (${plainText(description, 80)})`;
}

/** Not with commas between them: many languages have those in their numbers. */
function listed(candidates: readonly CapacityCandidate[], number: LineContext['number']): string {
  return candidates.map((candidate) => candidateText(candidate, number)).join('; ');
}

function undetermined(candidates: readonly CapacityCandidate[], { number }: Pick<LineContext, 'number'>): string {
  if (candidates.length === 0) return t('not determined, no candidates');
  if (candidates.length === 1) return t('not determined, 1 candidate: {0}', listed(candidates, number));
  return t('not determined, {0} candidates: {1}', candidates.length, listed(candidates, number));
}
