import type * as z from 'zod';
import { parseWithoutOdd } from '../../common/text/odd-elements.ts';
import { t } from '../../common/translate.ts';
import { problemsIn } from '../api/read-answer.ts';
import { problemsOf, schemaErrorMessage } from '../api/schema-errors.ts';
import type { JsonObject } from '../http/response-errors.ts';
import type { NominalCapacity } from '../model/vehicles.ts';
import { capacityBody } from './contract.ts';

/** Copies of the documentation spell it in several ways: `kWh`, `kWhr`, and `kilowatt_hours` as in other signals. */
const kilowattHours = /^(?:kwhr?|kilowatt[_ -]?hours?)$/i;

/**
 * The case that the body of a capacity signal represents, or what is wrong with it. No source shows "not determined": a
 * capacity of null is taken for it (assumed), and a missing one if there are candidates.
 */
export function readCapacity(json: JsonObject): NominalCapacity | Unreadable {
  const parsed = parseWithoutOdd(capacityBody, json, schemaErrorMessage);
  if ('error' in parsed) return { problems: problemsOf(parsed.error) };
  const capacity = capacityOf(parsed.data);
  if ('problems' in capacity || parsed.odd.length === 0) return capacity;
  return { ...capacity, unreadCandidates: problemsIn(parsed.odd) };
}

interface Unreadable {
  readonly problems: readonly string[];
}

function capacityOf({
  source,
  capacity,
  availableCapacities,
  unit,
}: z.infer<typeof capacityBody>): NominalCapacity | Unreadable {
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
      return { case: 'determined', nominal: capacity, candidates };
    case undefined:
    case null:
      return { case: 'determined', nominal: capacity, candidates, isSourceUnknown: true };
    default:
      return { problems: [`source: ${t('expected {0}', 'SMARTCAR | USER_SELECTED')}`] };
  }
}
