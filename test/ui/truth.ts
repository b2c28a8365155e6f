import type { SandboxAddresses } from '../tools/lib/sandbox.ts';

/** What there is to know of a vehicle, whoever says it: the sandbox, the service or the screen. */
export interface VehicleFacts {
  readonly id: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  /** Null where there is none. */
  readonly capacity: number | null;
  readonly source: string | null;
  /** How many in the default range; null where the service has none for the make. */
  readonly records: number | null;
}

interface Capacity {
  readonly nominal: number | null;
  readonly source: string | null;
}

/** The vehicles of the owner that the Connect page offers first, as the sandbox holds them: `GET controlUrl/`. */
export async function vehiclesInSandbox({ controlUrl }: SandboxAddresses): Promise<readonly VehicleFacts[]> {
  type InSummary = Omit<VehicleFacts, 'capacity' | 'source'> & { owner: string; capacity: Capacity };
  const summary = await getJson<{ vehicles: InSummary[] }>(`${controlUrl}/`);
  return summary.vehicles
    .filter(({ owner }) => owner === summary.vehicles[0]?.owner)
    .map(({ id, make, model, year, capacity, records }) => {
      return { id, make, model, year, capacity: capacity.nominal, source: capacity.source, records };
    });
}

/** What the service itself answers about these vehicles to a client that the same owner allowed. */
export async function vehiclesByService(
  sandbox: SandboxAddresses,
  vehicles: readonly VehicleFacts[],
): Promise<readonly VehicleFacts[]> {
  const headers = { Authorization: `Bearer ${await accessToken(sandbox, vehicles)}` };
  return Promise.all(
    vehicles.map(async ({ id }) => {
      const url = `${sandbox.baseUrl}/v2.0/vehicles/${id}`;
      const { make, model, year } = await getJson<Pick<VehicleFacts, 'make' | 'model' | 'year'>>(url, headers);
      const capacity = await readCapacity(await fetch(`${url}/battery/nominal_capacity`, { headers }));
      const records = await readCount(await fetch(`${url}/${make.toLowerCase()}/charge/records`, { headers }));
      return { id, make, model, year, ...capacity, records };
    }),
  );
}

/** The same vehicles by version 3, which has charge records of every make. Their owner must be connected. */
export async function vehiclesByVersion3(sandbox: SandboxAddresses): Promise<readonly VehicleFacts[]> {
  const vehicles = await vehiclesInSandbox(sandbox);
  return Promise.all(
    vehicles.map(async (vehicle) => ({ ...vehicle, records: await recordsByVersion3(sandbox, vehicle.id) })),
  );
}

/**
 * How many charge records version 3 has of a vehicle whose owner is connected: those of the default range, and one that
 * goes on. By the sandbox's own clock, so that it says nothing of the days that were asked for.
 */
export async function recordsByVersion3({ controlUrl, v3 }: SandboxAddresses, vehicleId: string): Promise<number> {
  if (!v3) throw new Error('The sandbox has no version 3.');
  interface Summary {
    owners: { id: string; name: string }[];
    vehicles: { id: string; owner: string; charges: number }[];
  }
  const { owners, vehicles } = await getJson<Summary>(`${controlUrl}/`);
  const { owner: name, charges = 0 } = vehicles.find(({ id }) => id === vehicleId) ?? {};
  const owner = owners.find((each) => each.name === name)?.id ?? '';
  const basic = Buffer.from(`${v3.apiClientId}:${v3.apiClientSecret}`).toString('base64');
  const answer = await fetch(`${v3.authUrl}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  const url = `${v3.baseUrl}/v3/vehicles/${vehicleId}/signals/charge-chargerecords`;
  const headers = { Authorization: `Bearer ${token ?? ''}`, 'sc-user-id': owner };
  interface Signal {
    attributes: { body: { values: { endTime?: string }[] } };
  }
  const { values } = (await getJson<Signal>(url, headers)).attributes.body;
  return charges + values.filter(({ endTime }) => endTime === undefined).length;
}

/** How two accounts of the same vehicles differ, a line for each; none if they agree. */
export function differences(name: string, found: readonly VehicleFacts[], expected: readonly VehicleFacts[]): string[] {
  const ids = new Set([...expected, ...found].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const one = found.find((vehicle) => vehicle.id === id);
    const other = expected.find((vehicle) => vehicle.id === id);
    if (!one || !other) return [`${name}: vehicle ${id} is ${one ? 'one too many' : 'missing'}`];
    const fields = Object.keys(other) as (keyof VehicleFacts)[];
    return fields
      .filter((field) => one[field] !== other[field])
      .map((field) => `${name}: ${field} of ${other.make} ${other.model} is ${one[field]}, not ${other[field]}`);
  });
}

async function readCapacity(response: Response): Promise<Pick<VehicleFacts, 'capacity' | 'source'>> {
  const { capacity } = (await response.json()) as { capacity?: Capacity | null };
  return { capacity: capacity?.nominal ?? null, source: capacity?.source ?? null };
}

async function readCount(response: Response): Promise<number | null> {
  const { records } = (await response.json()) as { records?: unknown[] };
  return records?.length ?? null;
}

/** Goes through Connect as the owner of the vehicles would, and exchanges the code. */
async function accessToken(sandbox: SandboxAddresses, vehicles: readonly VehicleFacts[]): Promise<string> {
  const redirectUri = 'http://localhost:1/checked';
  const address = new URL(sandbox.connectUrl);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: sandbox.clientId,
    redirect_uri: redirectUri,
    state: 'check',
  }).toString();
  const page = await (await fetch(address)).text();
  const owner = /name="owner" value="([^"]+)"[^>]*checked/.exec(page)?.[1];
  if (!owner) throw new Error('The Connect page chooses no owner.');
  const form = new URLSearchParams({ decision: 'allow', owner });
  for (const { id } of vehicles) form.append('vehicle', id);
  for (const [, permission = ''] of page.matchAll(/name="permission" value="([^"]+)"/g))
    form.append('permission', permission);
  const allowed = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(allowed.headers.get('location') ?? 'missing:').searchParams.get('code') ?? '';

  const basic = Buffer.from(`${sandbox.clientId}:${sandbox.clientSecret}`).toString('base64');
  const answer = await fetch(`${sandbox.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}`, 'User-Agent': 'vehicle-data-check/1' },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`The token endpoint answered ${answer.status} without an access token.`);
  return token;
}

async function getJson<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
