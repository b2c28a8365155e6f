import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { BatteryCapacityBody } from './contract.ts';
import type { NominalCapacity } from '../model/vehicles.ts';

/**
 * Which case of the specification a battery capacity body is ("Battery capacity response cases"), or how it contradicts
 * itself. The number of candidates is not checked: "one" and "several" in the specification are not limits.
 */
export function readCapacity(body: BatteryCapacityBody): NominalCapacity | { readonly contradiction: string } {
  const candidates = body.availableCapacities.map(({ capacity, description }) => ({ capacity, description }));
  const { capacity, url } = body;
  if (url !== null && !/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    return { contradiction: t('{0}: not a web address', 'url') };
  }
  if (capacity === null) return { case: 'undetermined', candidates, selectUrl: url };
  if (capacity.source === 'USER_SELECTED') {
    return { case: 'selected', nominal: capacity.nominal, candidates, selectUrl: url };
  }
  if (url !== null)
    return { contradiction: t('{0}: must be null if {1} is {2}', 'url', 'capacity.source', 'SMARTCAR') };
  return { case: 'determined', nominal: capacity.nominal, candidates };
}
