import { html } from 'hono/html';
import { controlScript } from './control-script.ts';
import { controlStyle } from './control-style.ts';
import type { JournalEntry, SandboxAddresses, VehicleSummary } from './contract.ts';
import { environmentVariables } from './environment-variables.ts';
import { english } from '../../common/translate.ts';
import { faultChoices, faultLabel } from '../faults/fault-choices.ts';
import type { PlannedFault } from '../faults/faults.ts';
import { icons } from '../web/icons.ts';
import { operations } from '../web/operations.ts';
import { alert, type Html, type Page } from '../web/page.ts';
import { type Rule, rules } from '../behavior-basis.ts';

export interface ControlPageParts {
  readonly addresses: SandboxAddresses;
  readonly version: string;
  readonly clock: { readonly now: string; readonly frozen: boolean; readonly speed: number };
  readonly faults: readonly PlannedFault[];
  readonly vehicles: readonly VehicleSummary[];
  /** Of which `vehicles` are the first. */
  readonly vehicleCount: number;
  /** Newest first. */
  readonly requests: readonly JournalEntry[];
  /** What was wrong with the form that was sent. */
  readonly problem?: string | undefined;
}

/** `/sandbox/` for people. Every button is a form of its own, so that all but the live view works without a script. */
export function controlPage(parts: ControlPageParts): Page {
  const { addresses, version, problem } = parts;
  return {
    title: 'Vehicle Sandbox',
    style: controlStyle,
    script: controlScript,
    body: html`<div class="body control">
      <header>
        <div class="link"><span>${icons.flask}</span></div>
        <h1>Sandbox at ${addresses.baseUrl.replace('http://', '')}</h1>
        <p class="lead">Change the clock, inject faults, add charges, and watch the requests of your application.</p>
      </header>
      ${problem === undefined ? '' : alert(problem)}
      <div class="panels">
        <div class="stack-of-panels">
          ${clockPanel(parts.clock)} ${environmentPanel(addresses)} ${selfPanel(version)}
        </div>
        ${faultPanel(parts)} ${requestPanel(parts.requests)} ${vehiclePanel(parts)} ${rulePanel()}
      </div>
    </div>`,
  };
}

function clockPanel({ now, frozen, speed }: ControlPageParts['clock']): Html {
  const state = frozen ? 'Frozen.' : `Running at ${speed}× speed.`;
  return html`<section id="clock" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <p class="time">
      <time datetime="${now}" data-now="${now}" data-speed="${frozen ? 0 : speed}"
        >${now.slice(0, 19).replace('T', ' ')}</time
      >
      UTC
    </p>
    <p class="quiet">${state} All tokens and links expire by this clock.</p>
    <form method="post" action="/sandbox/page/clock" class="row">
      <button name="advance" value="60">+ 1 minute</button>
      <button name="advance" value="7200">+ 2 hours</button>
      <button name="advance" value="5184000">+ 60 days</button>
      <button name="freeze" value="${frozen ? 'false' : 'true'}">${frozen ? 'Resume' : 'Freeze'}</button>
    </form>
    <form method="post" action="/sandbox/page/clock" class="row">
      <label>
        Speed (sandbox seconds per second)
        <input name="speed" type="number" min="0.001" max="100000" step="any" value="${speed}" required />
      </label>
      <button>Set Speed</button>
    </form>
  </section>`;
}

function faultPanel({ faults, vehicles }: ControlPageParts): Html {
  return html`<section id="faults" aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    <div data-live="faults">
      ${
        faults.length === 0
          ? html`<p class="quiet">No faults.</p>`
          : html`<ul class="list">
              ${faults.map(
                ({ id, left, fault }) =>
                  html`<li>
                    <span>
                      <strong>${fault.operation}</strong> ${faultLabel(fault, english)}
                      <small
                        >${left === 'always' ? 'until removed' : `${left} more`}${fault.vehicleId === undefined ? '' : `, vehicle ${fault.vehicleId}`}</small
                      >
                    </span>
                    <form method="post" action="/sandbox/page/fault-remove">
                      <button name="id" value="${id}" aria-label="Remove the fault for ${fault.operation}">
                        Remove
                      </button>
                    </form>
                  </li>`,
              )}
            </ul>`
      }
    </div>
    <form method="post" action="/sandbox/page/fault" class="grid">
      <label
        >Endpoint<select name="operation">
          <option value="any">any</option>
          ${operations.map((name) => html`<option>${name}</option>`)}
        </select></label
      >
      <label
        >How often<select name="times">
          <option value="1">once</option>
          <option value="3">3 times</option>
          <option value="always">until removed</option>
        </select></label
      >
      <label class="wide"
        >Fault<select name="effect">
          ${faultChoices(english).map(
            ({ label, choices }) =>
              html`<optgroup label="${label}">
                ${choices.map((each) => html`<option>${each.label}</option>`)}
              </optgroup>`,
          )}
        </select></label
      >
      <label class="wide"
        >Vehicle<select name="vehicleId">
          <option value="">all</option>
          ${vehicles.map(({ id, make, model }) => html`<option value="${id}">${make} ${model}</option>`)}
        </select></label
      >
      <button class="wide">Add Fault</button>
    </form>
  </section>`;
}

function requestPanel(requests: readonly JournalEntry[]): Html {
  return html`<section id="requests" class="wide" aria-labelledby="requests-title">
    <h2 id="requests-title">Requests</h2>
    <p class="quiet" data-live-note>Newest first. Secrets are hidden. Reload for later requests.</p>
    <div class="scroll" role="region" aria-label="List of requests" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Status</th>
            <th scope="col" class="number">ms</th>
            <th scope="col">Rules</th>
          </tr>
        </thead>
        <tbody data-requests data-last="${requests[0]?.id ?? 0}">
          ${requests.map(
            ({ at, method, path, status, durationMs, rules: ids }) =>
              html`<tr>
                <td>${at.slice(11, 19)}</td>
                <td><code>${method} ${path}</code></td>
                <td class="${(status ?? 599) >= 400 ? 'bad' : ''}">${status ?? 'none'}</td>
                <td class="number">${durationMs}</td>
                <td><code>${ids.join(', ')}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function vehiclePanel({ vehicles, vehicleCount }: ControlPageParts): Html {
  return html`<section id="vehicles" class="wide" aria-labelledby="vehicles-title">
    <h2 id="vehicles-title">Vehicles</h2>
    <ul class="list many">
      ${vehicles.map(
        ({ id, owner, make, model, year, capacity, records }) =>
          html`<li>
            <span>
              <strong>${make} ${model}</strong>
              <small
                >${year}, ${owner}. Capacity
                ${capacity.nominal === null ? capacity.case : `${capacity.nominal} kWh, ${capacity.case}`}.
                ${records === null ? 'No charge records' : `${records} charges.`}</small
              >
              <code>${id}</code>
            </span>
            ${
              records === null
                ? ''
                : html`<form method="post" action="/sandbox/page/charge">
                    <button name="vehicleId" value="${id}" aria-label="Simulate a charge of the ${make} ${model}">
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

function environmentPanel(addresses: SandboxAddresses): Html {
  return html`<section aria-labelledby="environment-title">
    <h2 id="environment-title">Environment variables</h2>
    <p class="quiet">For the .env file of your application. The official SDK reads the SMARTCAR variables.</p>
    <pre tabindex="0" aria-labelledby="environment-title" data-environment>${environmentVariables(addresses)}</pre>
    <div class="row"><button type="button" data-copy hidden>Copy</button><span role="status" data-copied></span></div>
  </section>`;
}

function rulePanel(): Html {
  return html`<section class="wide" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    <details>
      <summary>Rules of the sandbox and their source</summary>
      <div class="scroll" role="region" aria-label="List of rules" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Source</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${Object.entries<Rule>(rules).map(
              ([id, { title, basis, section }]) =>
                html`<tr>
                  <td><code>${id}</code></td>
                  <td><span class="tag ${basis}">${basis}</span> <small>${section}</small></td>
                  <td>${title}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function selfPanel(version: string): Html {
  return html`<section aria-labelledby="self-title">
    <h2 id="self-title">About</h2>
    <form method="post" action="/sandbox/page/reset" class="row">
      <button>Reset Sandbox</button>
    </form>
    <p class="quiet">
      Version ${version}. <a href="/sandbox/openapi.json">control API (OpenAPI)</a>,
      <a href="/sandbox/service.openapi.json">service (OpenAPI)</a>,
      <a href="/sandbox/scenario.schema.json">scenario schema</a>
    </p>
  </section>`;
}
