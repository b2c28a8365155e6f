import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Target } from './target.ts';

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
}

/** Our own sandbox as a target: its owner first granted access two weeks ago, and Connect needs no person. */
export async function startOwnSandbox(firstGranted = Date.now() - 14 * dayMs): Promise<OwnSandbox> {
  const sandbox = await startSandbox({
    autoApprove: true,
    scenario: {
      owners: [
        {
          name: 'Robin Hale',
          firstGrantedAt: new Date(firstGranted).toISOString(),
          vehicles: vehicles.map((vehicle) => ({ year: 2024, ...vehicle })),
        },
      ],
    },
  });
  const { authUrl, baseUrl, connectUrl, controlUrl, clientId, clientSecret } = sandbox.addresses;
  const { vehicles: known } = (await (await fetch(controlUrl)).json()) as {
    vehicles: { id: string; region: string }[];
  };
  return {
    sandbox,
    target: {
      authUrl,
      baseUrl,
      connectUrl,
      controlUrl,
      clientId,
      clientSecret,
      redirectUri: 'http://localhost:9/callback',
      outsideVehicle: known.find(({ region }) => region === 'Canada')?.id,
      firstGranted,
    },
  };
}
