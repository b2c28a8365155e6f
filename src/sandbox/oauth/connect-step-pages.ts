import { html } from 'hono/html';
import type { Application } from '../world/application.ts';
import { emailOf, eligibleMakes } from './eligible-owners.ts';
import { vehicleCards, vehicleInput, incompleteWords, permissionCard, requestFacts } from './connect-page.ts';
import type { ConnectRequest } from './connect-request.ts';
import { icons } from '../web/icons.ts';
import { alert, type Html, type Page } from '../web/page.ts';
import type { SandboxOwner } from '../world/world.ts';

/** What a page hands on to the next one, in hidden fields: the sandbox keeps no session. */
type Carried = Readonly<Record<string, string | readonly string[]>>;

interface Step {
  readonly number: 1 | 2 | 3 | 4;
  readonly heading: string;
  readonly lead: string;
  readonly problem?: string | undefined;
  readonly fields: Html;
  readonly carried: Carried;
  /** The next page; without it, this is the last, where the owner allows. */
  readonly next?: 'login' | 'vehicles' | 'permissions';
}

/** Public: first the owner says which brand. */
export function brandStep(application: Application, owners: readonly SandboxOwner[], request: ConnectRequest): Page {
  return stepPage(application, request, {
    number: 1,
    heading: 'Choose your brand',
    lead: `Your vehicle connects to ${application.name}.`,
    fields: html`<fieldset>
      <legend>Brand</legend>
      <div class="cards">
        ${eligibleMakes(owners).map(
          (make, index) =>
            html`<label class="card">
              <input type="radio" name="make" value="${make}" required ${index === 0 ? 'checked' : ''} />
              <span class="words"><strong>${make}</strong></span
              >${icons.car}
            </label>`,
        )}
      </div>
    </fieldset>`,
    carried: {},
    next: 'login',
  });
}

/** Public: then the owner signs in with the account of that brand. The sandbox asks for no password. */
export function loginStep(
  application: Application,
  owners: readonly SandboxOwner[],
  request: ConnectRequest,
  make: string,
  problem?: string,
): Page {
  return stepPage(application, request, {
    number: 2,
    heading: `Sign in${make === '' ? '' : ` to your ${make} account`}`,
    lead: 'Any email address works. No password is needed.',
    problem,
    fields: html`<div class="field">
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" required autocomplete="off" list="accounts" />
      <datalist id="accounts">
        ${owners.map((owner) => html`<option value="${emailOf(owner)}">${owner.name}</option>`)}
      </datalist>
      <ul class="hints">
        ${owners.slice(0, 5).map((owner) => html`<li><code>${emailOf(owner)}</code>: ${owner.name}</li>`)}
        <li><code>smartcar@invalid-subscription.com</code>: no subscription</li>
        <li><code>smartcar@vehicle-incompatible.com</code>: incompatible vehicle</li>
      </ul>
    </div>`,
    carried: { make },
    next: 'vehicles',
  });
}

/** Public: then the owner chooses vehicles of the account. */
export function vehiclesStep(
  application: Application,
  owner: SandboxOwner,
  request: ConnectRequest,
  carried: Carried,
  incomplete = false,
): Page {
  return stepPage(application, request, {
    number: 3,
    heading: request.singleSelect ? 'Choose a vehicle' : 'Choose your vehicles',
    lead: `${application.name} can read ${request.singleSelect ? 'it' : 'them'}.`,
    problem: incomplete ? incompleteWords(request) : undefined,
    fields: html`<fieldset>
      <legend>Vehicles of ${owner.name}</legend>
      ${vehicleCards(owner.vehicles, vehicleInput(request, 'vehicle'), !incomplete)}
    </fieldset>`,
    carried,
    next: 'permissions',
  });
}

/** Public: at last the owner reviews the permissions, and allows or denies. */
export function permissionsStep(application: Application, request: ConnectRequest, carried: Carried): Page {
  return stepPage(application, request, {
    number: 4,
    heading: `Let ${application.name} read your data?`,
    lead: 'Clear the permissions that you do not want to grant.',
    fields: html`<fieldset>
      <legend>${application.name} will be able to</legend>
      <div class="cards stack">${request.permissions.map(permissionCard)}</div>
    </fieldset>`,
    carried,
  });
}

function stepPage({ name }: Application, request: ConnectRequest, step: Step): Page {
  return {
    title: `${step.heading} Step ${step.number} of 4 (sandbox)`,
    body: html`<form method="post">
      ${Object.entries(step.carried).flatMap(([field, values]) =>
        [values].flat().map((value) => html`<input type="hidden" name="${field}" value="${value}" />`),
      )}
      <div class="body">
        <header>
          <p class="lead">Step ${step.number} of 4 · ${name}</p>
          <h1>${step.heading}</h1>
          <p class="lead">${step.lead}</p>
        </header>
        ${step.problem === undefined ? '' : alert(step.problem)} ${step.fields}
      </div>
      <div class="actions">
        ${
          step.next
            ? html`<button class="yes" name="step" value="${step.next}">Continue</button>`
            : html`<button class="yes" name="decision" value="allow">Allow</button>`
        }
        <button class="no" name="decision" value="deny" formnovalidate>Deny</button>
      </div>
      ${requestFacts(request)}
    </form>`,
  };
}
