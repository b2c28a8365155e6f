import { html } from 'hono/html';
import { english } from '../../common/translate.ts';
import { modelName } from '../../common/vehicle-names.ts';
import { faultLabel } from '../faults/fault-choices.ts';
import { facts, icons, type Page } from '../web/page.ts';
import { controlOperations, type Overview, type PlannedFault, type VehicleSummary } from './contract.ts';
import { environmentVariables } from './environment-variables.ts';

/** What a browser can show of the control API by itself. */
const shown = Object.values(controlOperations).filter(({ method, path }) => method === 'GET' && !/[:]|^\/$/.test(path));

/** `/sandbox/` for people: what is so now, and where the rest is. `redirectUri` is the first registered one. */
export function controlPage(overview: Overview, faults: readonly PlannedFault[], redirectUri?: string): Page {
  const { baseUrl, version, now, frozen, speed, vehicles, vehicleCount } = overview;
  return {
    title: 'Vehicle Sandbox',
    body: html`<div class="body">
        <header>
          <div class="link">${icons.flask}</div>
          <h1>Sandbox at ${baseUrl.replace('http://', '')}</h1>
          <p class="lead">Programs change it with the control API, and VS Code in the Sandbox view.</p>
        </header>
        <section>
          <h2>Control API</h2>
          <ul>
            ${shown.map(({ path, summary }) => html`<li><a href="/sandbox${path}">${path}</a> ${summary}</li>`)}
          </ul>
        </section>
        <section>
          <h2>Environment variables</h2>
          <pre tabindex="0" aria-label="Environment variables">${environmentVariables(overview, redirectUri)}</pre>
        </section>
      </div>
      ${facts([
        ['Version', version],
        ['Clock', `${now}, ${frozen ? 'frozen' : `${speed}× speed`}`],
        ...faults.map((fault): [string, string] => ['Fault', `${fault.operation}: ${faultLabel(fault, english)}`]),
        ...vehicles.map((vehicle): [string, string] => [modelName(vehicle), vehicleWords(vehicle)]),
        ['Vehicles', String(vehicleCount)],
      ])}`,
  };
}

function vehicleWords({ id, owner, year, capacity, charges, connected }: VehicleSummary): string {
  const size = capacity.nominal === null ? capacity.case : `${capacity.nominal} kWh, ${capacity.case}`;
  return `${id}, ${year}, ${owner}, ${connected ? 'connected' : 'not connected'}, ${size}, ${charges} charges`;
}
