import { modelName } from '../../common/vehicle-names.ts';
import { html } from 'hono/html';
import { controlScript } from './control-script.ts';
import { controlStyle } from './control-style.ts';
import type { ConnectionSummary, Overview, SandboxAddresses } from './contract.ts';
import { environmentVariables } from './environment-variables.ts';
import { english } from '../../common/translate.ts';
import { effectOf, faultChoices, faultLabel } from '../faults/fault-choices.ts';
import type { PlannedFault } from '../faults/faults.ts';
import { icons } from '../web/icons.ts';
import { operations } from '../web/operations.ts';
import type { Html, Page } from '../web/page.ts';
import { type Rule, rules } from '../behavior-basis.ts';

/**
 * `/sandbox/` for people. The `data-send` attribute of a form names a request of the control API; its fields contain
 * JSON and form the request's body. Elements with `data-live` are updated with the sandbox. `redirectUri` is the first
 * registered one.
 */
export function controlPage(
  overview: Overview,
  faults: readonly PlannedFault[],
  connections: readonly ConnectionSummary[],
  redirectUri?: string,
): Page {
  return {
    title: 'Vehicle Sandbox',
    style: controlStyle,
    script: controlScript,
    body: html`<div class="body control">
      <header>
        <div class="link">${icons.flask}</div>
        <h1>Sandbox at ${overview.baseUrl.replace('http://', '')}</h1>
        <p class="lead">Change the clock, inject faults, add charges, and watch the requests of your application.</p>
      </header>
      <p class="alert" role="alert" data-problem></p>
      <div class="panels">
        <div class="column">
          ${clockPanel(overview)} ${environmentPanel(overview, redirectUri)} ${aboutPanel(overview.version)}
        </div>
        ${faultPanel(faults, overview)} ${connectionPanel(overview, connections)} ${requestPanel()}
        ${vehiclePanel(overview)} ${rulePanel()}
      </div>
    </div>`,
  };
}

function clockPanel({ now, frozen, speed }: Overview): Html {
  return html`<section aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <div data-live="clock">
      <p class="time">
        <time datetime="${now}" data-speed="${frozen ? 0 : speed}">${now.slice(0, 19).replace('T', ' ')}</time> UTC
      </p>
      <p class="quiet">
        ${frozen ? 'Frozen.' : `Running at ${speed}× speed.`} All tokens and links expire by this clock.
      </p>
      <form data-send="POST /sandbox/clock" class="row">
        <button name="advance" id="add-minute" value="60">+ 1 minute</button>
        <button name="advance" id="add-hours" value="7200">+ 2 hours</button>
        <button name="advance" id="add-days" value="5184000">+ 60 days</button>
        <button name="freeze" id="freeze" value="${String(!frozen)}">${frozen ? 'Resume' : 'Freeze'}</button>
      </form>
    </div>
    <form data-send="POST /sandbox/clock" class="row">
      <label>
        Speed (sandbox seconds per second)
        <input name="speed" type="number" min="0.001" max="100000" step="any" value="${speed}" required />
      </label>
      <button>Set Speed</button>
    </form>
  </section>`;
}

function faultPanel(faults: readonly PlannedFault[], { vehicles }: Overview): Html {
  const option = (value: unknown, label: string) => html`<option value="${JSON.stringify(value)}">${label}</option>`;
  return html`<section aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    <div data-live="faults" tabindex="-1" aria-labelledby="faults-title">${faultList(faults)}</div>
    <form data-send="POST /sandbox/faults" class="grid">
      <label>
        Endpoint
        <select name="operation">
          ${['any', ...operations].map((name) => option(name, name))}
        </select>
      </label>
      <label>
        How often
        <select name="times">
          ${option(1, 'once')} ${option(3, '3 times')} ${option('always', 'until removed')}
        </select>
      </label>
      <label class="wide">
        Fault
        <select name="effect">
          ${faultChoices(english).map(
            ({ label, choices }) =>
              html`<optgroup label="${label}">
                ${choices.map((choice) => option(effectOf(choice.fault), choice.label))}
              </optgroup>`,
          )}
        </select>
      </label>
      <label class="wide">
        Vehicle
        <select name="vehicleId">
          <option value="">all</option>
          ${vehicles.map((vehicle) => option(vehicle.id, modelName(vehicle)))}
        </select>
      </label>
      <button class="wide">Add Fault</button>
    </form>
  </section>`;
}

function faultList(faults: readonly PlannedFault[]): Html {
  if (faults.length === 0) return html`<p class="quiet">No faults.</p>`;
  return html`<ul class="list">
    ${faults.map(({ id, left, fault }) => {
      const often = left === 'always' ? 'until removed' : `${left} more`;
      return html`<li>
        <span>
          <strong>${fault.operation}</strong> ${faultLabel(fault, english)}
          <small>${often}${fault.vehicleId === undefined ? '' : `, vehicle ${fault.vehicleId}`}</small>
        </span>
        <form data-send="DELETE /sandbox/faults/${id}">
          <button id="remove-${id}" aria-label="Remove the fault for ${fault.operation}">Remove</button>
        </form>
      </li>`;
    })}
  </ul>`;
}

/** What version 3 has stored about each vehicle: nothing while it is not subscribed. */
function connectionPanel({ vehicles }: Overview, connections: readonly ConnectionSummary[]): Html {
  const names = new Map(vehicles.map((vehicle) => [vehicle.id, modelName(vehicle)]));
  const shown = connections.filter(({ vehicleId }) => names.has(vehicleId));
  return html`<section aria-labelledby="connections-title">
    <h2 id="connections-title">Connections (version 3)</h2>
    <p class="quiet">Version 3 has signals only of vehicles that are subscribed to a webhook.</p>
    <ul class="list many" data-live="connections" tabindex="-1" aria-labelledby="connections-title">
      ${shown.length === 0 ? html`<li>None. Open the Connect URL of your application.</li>` : ''}
      ${shown.map(({ id, vehicleId, mode, externalId, subscribed }) => {
        const facts = [mode, subscribed ? 'subscribed' : 'no signals', externalId].filter((fact) => fact !== null);
        const name = names.get(vehicleId) ?? '';
        return html`<li>
          <span><strong>${name}</strong> <small>${facts.join(', ')}</small> <code>${id}</code></span>
          ${
            subscribed
              ? ''
              : html`<form data-send="POST /sandbox/subscriptions">
                  <button
                    id="subscribe-${id}"
                    name="vehicleId"
                    value="${JSON.stringify(vehicleId)}"
                    aria-label="Subscribe ${name}"
                  >
                    Subscribe
                  </button>
                </form>`
          }
        </li>`;
      })}
    </ul>
    <div class="row">
      <form data-send="POST /sandbox/subscriptions"><button>Subscribe All</button></form>
      <form data-send="DELETE /sandbox/subscriptions"><button>End Subscriptions</button></form>
    </div>
  </section>`;
}

function requestPanel(): Html {
  return html`<section class="wide" aria-labelledby="requests-title">
    <h2 id="requests-title">Requests</h2>
    <p class="quiet" data-connection></p>
    ${table('List of requests', ['Time', 'Request', 'Status', 'ms', 'Rules'], html`<tbody data-requests></tbody>`)}
  </section>`;
}

function vehiclePanel({ vehicles, vehicleCount }: Overview): Html {
  return html`<section class="wide" aria-labelledby="vehicles-title">
    <h2 id="vehicles-title">Vehicles</h2>
    <ul class="list many" data-live="vehicles" tabindex="-1" aria-labelledby="vehicles-title">
      ${vehicles.map(
        ({ id, owner, make, model, year, capacity, records, charges, connected }) =>
          html`<li>
            <span>
              <strong>${modelName({ make, model })}</strong>
              <small>
                ${year}, ${owner}${connected ? '' : ', not connected'}. Capacity
                ${capacity.nominal === null ? capacity.case : `${capacity.nominal} kWh, ${capacity.case}`}.
                ${records === null ? `${charges} charges, in version 3 only.` : `${records} charges.`}
              </small>
              <code>${id}</code>
            </span>
            ${
              !connected
                ? ''
                : html`<form data-send="POST /sandbox/charges">
                    <button
                      id="charge-${id}"
                      name="vehicleId"
                      value="${JSON.stringify(id)}"
                      aria-label="Simulate Charge of ${modelName({ make, model })}"
                    >
                      Simulate Charge
                    </button>
                  </form>`
            }
          </li>`,
      )}
    </ul>
    ${vehicles.length < vehicleCount ? html`<p class="quiet">And ${vehicleCount - vehicles.length} more.</p>` : ''}
  </section>`;
}

function environmentPanel(addresses: SandboxAddresses, redirectUri?: string): Html {
  return html`<section aria-labelledby="environment-title">
    <h2 id="environment-title">Environment variables</h2>
    <p class="quiet">For the .env file of your application. The official SDKs read the SMARTCAR variables.</p>
    <pre tabindex="0" aria-labelledby="environment-title" data-environment>
${environmentVariables(addresses, redirectUri)}</pre>
    <div class="row"><button type="button" data-copy>Copy</button><span role="status" data-copied></span></div>
  </section>`;
}

function rulePanel(): Html {
  const rows = Object.entries<Rule>(rules).map(
    ([id, { title, basis, section, variant }]) =>
      html`<tr>
        <td>${apiOf(id)}</td>
        <td><code>${id}</code></td>
        <td><strong>${basis}</strong> <small>${section}</small></td>
        <td>${title}${variant === undefined ? '' : html` (<code>--v3-variant ${variant}=…</code>)`}</td>
      </tr>`,
  );
  return html`<section class="wide" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    <details>
      <summary>Rules of the sandbox and their source</summary>
      ${table(
        'List of rules',
        ['Version', 'Rule', 'Source', 'Meaning'],
        html`<tbody>
          ${rows}
        </tbody>`,
      )}
    </details>
  </section>`;
}

function apiOf(rule: string): string {
  if (rule.startsWith('sandbox.')) return 'sandbox';
  return rule.startsWith('v3.') ? '3' : '2.0';
}

function table(name: string, headings: readonly string[], body: Html): Html {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      ${body}
    </table>
  </div>`;
}

function aboutPanel(version: string): Html {
  return html`<section aria-labelledby="about-title">
    <h2 id="about-title">About</h2>
    <form data-send="POST /sandbox/reset" class="row"><button>Reset Sandbox</button></form>
    <p class="quiet">
      Version ${version}. <a href="/sandbox/openapi.json">control API (OpenAPI)</a>,
      <a href="/sandbox/service.openapi.json">service (OpenAPI)</a>,
      <a href="/sandbox/scenario.schema.json">scenario schema</a>
    </p>
  </section>`;
}
