/** Permissions of the service: the two in the specification and the public ones that the extension uses. */
export const permissions = ['read_battery', 'read_charge_records', 'read_vehicle_info'] as const;
export type Permission = (typeof permissions)[number];
