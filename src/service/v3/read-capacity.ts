import { t } from '../../common/translate.ts';
import { problemsOf, schemaErrorMessage } from '../api/schema-errors.ts';
import type { JsonObject } from '../http/response-errors.ts';
import type { NominalCapacity } from '../model/vehicles.ts';
import { capacityBody } from './contract.ts';

const kilowattHours = /^kwhr?$/i;

/**
 * The case that the body of a capacity signal is, or what is wrong with it. How "not determined" looks was found nowhere:
 * a capacity of null is taken for it, a body without one is not.
 */
export function readCapacity(json: JsonObject): NominalCapacity | { readonly problems: readonly string[] } {
  const parsed = capacityBody.safeParse(json, { error: schemaErrorMessage });
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const { source, capacity, availableCapacities, unit } = parsed.data;
  if (unit && !kilowattHours.test(unit)) return { problems: [`unit: ${t('expected {0}', 'kWh')}`] };
  if (capacity === undefined && !availableCapacities) return { problems: [`capacity: ${t('missing')}`] };
  const candidates = (availableCapacities ?? []).map(({ capacity, description }) => ({
    capacity,
    description: description ?? null,
  }));
  if (capacity === undefined || capacity === null) return { case: 'undetermined', candidates, selectUrl: null };
  switch (source) {
    case 'USER_SELECTED':
      return { case: 'selected', nominal: capacity, candidates, selectUrl: null };
    case 'SMARTCAR':
    case undefined:
    case null:
      return { case: 'determined', nominal: capacity, candidates };
    default:
      return { problems: [`source: ${t('expected {0}', 'SMARTCAR | USER_SELECTED')}`] };
  }
}
