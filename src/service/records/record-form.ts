import type { RecordForm } from '../model/record-reading.ts';

/** `{"records":[…]}`, as the model has records. */
export const modelForm: RecordForm = {
  lists: [['records']],
  names: {
    chargeStart: 'chargeStart',
    chargeEnd: 'chargeEnd',
    location: 'location',
    energy: 'energy',
    isPublic: 'isPublic',
    startPercentRemaining: 'startPercentRemaining',
    endPercentRemaining: 'endPercentRemaining',
    chargingType: 'chargingType',
  },
  others: [],
  full: 1,
  isOptional: false,
};

/** Names of the fields that the contract knows. */
export function knownNames({ names, otherChargingType, others }: RecordForm): ReadonlySet<string> {
  return new Set([...Object.values(names), ...(otherChargingType === undefined ? [] : [otherChargingType]), ...others]);
}
