import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { ownWebhookId } from '../../src/sandbox/world/connections.ts';
import type { Target, Target3 } from './implementation.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A world with every case that the document names, and with more vehicles than a page of the list holds. */
const candidates = [
  { capacity: 52, description: 'BEV:Pure' },
  { capacity: 77, description: 'BEV:Pro' },
  { capacity: 82, description: null },
];
const vehicles = [
  { make: 'BMW', model: 'i4', region: 'Europe', capacity: { case: 'determined', nominal: 80.7 } },
  { make: 'MINI', model: 'Cooper E', region: 'Europe', capacity: { case: 'undetermined', candidates } },
  { make: 'POLESTAR', model: '2', region: 'US', capacity: { case: 'undetermined', candidates } },
  { make: 'VOLKSWAGEN', model: 'ID.4', region: 'Europe', capacity: { case: 'selected', nominal: 77, candidates } },
  { make: 'FORD', model: 'Mustang Mach-E', region: 'Canada', capacity: { case: 'determined', nominal: 91 } },
  ...['TESLA', 'KIA', 'HYUNDAI', 'AUDI', 'VOLVO', 'RENAULT', 'FIAT'].map((make) => {
    return { make, model: 'EV', region: 'US', capacity: { case: 'determined', nominal: 60 } } as const;
  }),
] as const;

export interface OwnSandbox {
  readonly sandbox: Sandbox;
  readonly target: Target;
  readonly version3: Target3;
}

interface OwnOptions {
  /** Milliseconds since 1970. Default: two weeks ago. */
  readonly firstGranted?: number | undefined;
  /** Which forms of version 3 it plays, as `--v3-variant` of the sandbox takes them. */
  readonly v3Variant?: string | undefined;
}

/** Our own sandbox as a target of both versions. Connect needs no person, and one vehicle is being charged. */
export async function startOwnSandbox({
  firstGranted = Date.now() - 14 * dayMs,
  v3Variant,
}: OwnOptions = {}): Promise<OwnSandbox> {
  const owner = {
    name: 'Robin Hale',
    firstGrantedAt: new Date(firstGranted).toISOString(),
    vehicles: vehicles.map((vehicle) => ({ year: 2024, ...vehicle })),
  };
  const sandbox = await startSandbox({ autoApprove: true, emptyStore: true, v3Variant, scenario: { owners: [owner] } });
  const { authUrl, baseUrl, connectUrl, controlUrl, clientId, clientSecret, v3 } = sandbox.addresses;
  if (!v3) throw new Error('The sandbox says no addresses of version 3.');
  const { vehicles: known } = (await (await fetch(controlUrl)).json()) as {
    vehicles: { id: string; region: string }[];
  };
  const charge = { vehicleId: known[0]?.id, ongoing: true, durationMinutes: 600 };
  const begun = await fetch(`${controlUrl}/charges`, { method: 'POST', body: JSON.stringify(charge) });
  if (!begun.ok) throw new Error(`The sandbox began no charge: ${await begun.text()}`);
  const shared = { connectUrl, controlUrl, redirectUri: 'http://localhost:9/callback' };
  return {
    sandbox,
    target: {
      ...shared,
      authUrl,
      baseUrl,
      clientId,
      clientSecret,
      outsideVehicle: known.find(({ region }) => region === 'Canada')?.id,
      firstGranted,
    },
    version3: {
      ...shared,
      authUrl: v3.authUrl,
      baseUrl: v3.baseUrl,
      managementUrl: v3.managementUrl,
      clientId: v3.apiClientId,
      clientSecret: v3.apiClientSecret,
      applicationId: v3.applicationId,
      webhookId: ownWebhookId(1),
      managementToken: v3.applicationManagementToken,
    },
  };
}
