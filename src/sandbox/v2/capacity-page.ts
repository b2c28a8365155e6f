import { modelName } from '../../common/vehicle-names.ts';
import { html } from 'hono/html';
import { icons } from '../web/icons.ts';
import { ownerPage } from '../web/owner-page.ts';
import { facts, type Html, type Page } from '../web/page.ts';
import type { SandboxVehicle } from '../world/world.ts';

interface CapacityPageContent {
  readonly vehicle: SandboxVehicle;
  readonly candidates: readonly Candidate[];
  /** kWh; null if there is no choice yet. */
  readonly chosen: number | null;
  readonly redirectUri: string;
  /** The form was submitted without a choice. */
  readonly incomplete?: boolean;
}

interface Candidate {
  readonly capacity: number;
  readonly description: string | null;
}

/** The page where the owner chooses which battery the vehicle has. */
export function capacityPage({ vehicle, candidates, chosen, redirectUri, incomplete }: CapacityPageContent): Page {
  const name = modelName(vehicle);
  return ownerPage({
    title: `Battery of your ${name}`,
    above: html`<div class="link">${icons.battery} ${icons.car}</div>`,
    heading: `Which battery does your ${name} have?`,
    lead: `This model of ${vehicle.year} comes with several. See the vehicle's papers or its maker's app.`,
    problem: incomplete ? "Choose a capacity, or press I don't know." : undefined,
    fields: html`<fieldset>
      <legend>Nominal capacity</legend>
      <div class="cards stack">${candidates.map((candidate) => candidateCard(candidate, chosen))}</div>
    </fieldset>`,
    yes: { name: 'answer', value: 'choose', words: 'Use this capacity' },
    no: { name: 'answer', value: 'unknown', words: "I don't know" },
    facts: facts([['Redirect URI', redirectUri]]),
  });
}

function candidateCard({ capacity, description }: Candidate, chosen: number | null): Html {
  return html`<label class="card">
    <input type="radio" name="capacity" value="${capacity}" required ${capacity === chosen ? 'checked' : ''} />
    <span class="words">
      <strong>${capacity} kWh</strong>
      <small>${describe(description)}</small>
    </span>
    ${icons.battery}
  </label>`;
}

const engines: Readonly<Partial<Record<string, string>>> = { BEV: 'battery electric', PHEV: 'plug-in hybrid' };

/** `BEV:Extended Range` in plain words (public: engine type, colon, trim). */
function describe(description: string | null): string {
  const [engine = '', trim] = description?.split(':') ?? [];
  if (description === null) return 'No variant name';
  return trim ? `${trim}, ${engines[engine] ?? engine}` : description;
}
