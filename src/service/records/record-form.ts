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
  full: 1,
  isOptional: false,
};

/** Names of the fields that the contract knows. */
export function knownNames({ names, otherChargingType, further }: RecordForm): ReadonlySet<string> {
  const others = [otherChargingType, further?.id, further?.cost].filter((name) => name !== undefined);
  return new Set([...Object.values(names), ...others]);
}
