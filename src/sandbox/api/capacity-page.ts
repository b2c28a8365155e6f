import { html } from 'hono/html';
import { icons } from '../web/icons.ts';
import { alert, facts, type Html, type Page } from '../web/page.ts';
import type { SandboxVehicle } from '../world/world.ts';

interface CapacityPageContent {
  readonly vehicle: SandboxVehicle;
  readonly candidates: readonly Candidate[];
  /** kWh; null where there is no choice yet. */
  readonly chosen: number | null;
  readonly redirectUri: string;
  /** The form came back without a choice. */
  readonly incomplete?: boolean;
}

interface Candidate {
  readonly capacity: number;
  readonly description: string | null;
}

/** Where the owner says which battery the vehicle has. Works without a script, as the Connect page does. */
export function capacityPage({ vehicle, candidates, chosen, redirectUri, incomplete }: CapacityPageContent): Page {
  const name = `${vehicle.make} ${vehicle.model}`;
  return {
    title: `Battery of your ${name} (sandbox)`,
    body: html`<form method="post">
      <div class="body">
        <header>
          <div class="link">${icons.battery} ${icons.car}</div>
          <h1>Which battery does your ${name} have?</h1>
          <p class="lead">
            This model of ${vehicle.year} comes with several. See the vehicle's papers or its maker's app.
          </p>
        </header>
        ${incomplete ? alert("Choose a capacity, or press I don't know.") : ''}
        <fieldset>
          <legend>Nominal capacity</legend>
          <div class="cards stack">${candidates.map((candidate) => candidateCard(candidate, chosen))}</div>
        </fieldset>
      </div>
      <div class="actions">
        <button class="yes" name="answer" value="choose">Use this capacity</button>
        <button class="no" name="answer" value="unknown" formnovalidate>I don't know</button>
      </div>
      ${facts([['Redirect URI', redirectUri]])}
    </form>`,
  };
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
