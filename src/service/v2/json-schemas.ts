import * as z from 'zod';
import { batteryCapacity, chargeRecords, permissionList, vehicleAttributes } from './contract.ts';
import type { VehicleResource } from '../model/vehicle-data.ts';

/** The schema of each response about a vehicle, by what was requested. */
const answers: Readonly<Record<VehicleResource['kind'], { readonly schema: z.ZodType; readonly title: string }>> = {
  vehicle: { schema: vehicleAttributes, title: 'Attributes of a vehicle (public)' },
  capacity: { schema: batteryCapacity, title: 'Battery capacity response (document, endpoint 3)' },
  permissions: { schema: permissionList, title: 'Permissions of a vehicle (public)' },
  records: { schema: chargeRecords, title: 'Charge records (document, endpoint 4)' },
};

/**
 * The contract as JSON schemas for the editor, by file name. Uses draft 7, which VS Code's JSON editor supports best.
 * Written at build time: the extension itself needs none of them.
 */
export function jsonSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([kind, { schema, title }]) => [
      `${kind}.json`,
      { title, ...z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) },
    ]),
  );
}
