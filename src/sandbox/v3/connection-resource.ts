import type { Connection } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';

/** The attributes that a connection and its vehicle share. */
export function vehicleAttributes({ make, model, year }: SandboxVehicle, { mode }: Connection) {
  // Every vehicle of the sandbox is purely electric.
  return { make, model, year, mode, powertrainType: 'BEV' };
}

/** A connection as a JSON:API resource. `base` is the address of the vehicle API. */
export function connectionResource(base: string, id: string, connection: Connection, vehicle: SandboxVehicle) {
  const { permissions, ownerId, createdAt, updatedAt } = connection;
  return {
    id,
    type: 'connection' as const,
    attributes: { permissions, vehicle: vehicleAttributes(vehicle, connection) },
    relationships: {
      vehicle: { data: { id: vehicle.id, type: 'vehicle' }, links: { related: `${base}/vehicles/${vehicle.id}` } },
      user: { data: { id: ownerId, type: 'user' } },
    },
    meta: { createdAt: iso(createdAt), updatedAt: iso(updatedAt) },
    links: { self: `${base}/connections/${id}` },
  };
}

function iso(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
