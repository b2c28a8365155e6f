/** The content of a link to a vehicle. */
export interface VehicleLink {
  readonly vehicleId: string;
  /** The vehicle's environment, if the link names it. */
  readonly environment: string | undefined;
}

/**
 * Reads the path and query of `vscode://vehicle-data.vehicle-data-explorer/vehicle/<id>` (or `/open/vehicle/<id>`),
 * with an optional `?environment=`. Undefined for every other address of this extension, such as a redirect.
 */
export function readVehicleLink({ path, query }: { path: string; query: string }): VehicleLink | undefined {
  const [, vehicleId] = /^\/(?:open\/)?vehicle\/([^/]*)\/?$/.exec(path) ?? [];
  if (vehicleId === undefined) return undefined;
  const environment = new URLSearchParams(query).get('environment') ?? undefined;
  return { vehicleId, environment };
}

/** The link to a vehicle. `scheme` selects the VS Code product that opens it. */
export function vehicleLink(scheme: string, extensionId: string, { vehicleId, environment }: VehicleLink): string {
  const query = environment === undefined ? '' : `?environment=${encodeURIComponent(environment)}`;
  return `${scheme}://${extensionId}/vehicle/${encodeURIComponent(vehicleId)}${query}`;
}
