import { makeName } from '../../common/vehicle-names.ts';
import { html } from 'hono/html';
import type { Application } from '../world/application.ts';
import { emailOf, eligibleMakes } from './eligible-owners.ts';
import { incompleteWords, permissionFields, requestFacts, vehicleFields } from './connect-page.ts';
import type { ConnectRequest } from './connect-request.ts';
import { icons } from '../web/icons.ts';
import { ownerPage } from '../web/owner-page.ts';
import type { Html, Page } from '../web/page.ts';
import type { SandboxOwner } from '../world/world.ts';

/** The data that a page passes to the next one in hidden fields, because the sandbox keeps no session. */
type Carried = Readonly<Record<string, string | readonly string[]>>;

export interface Step {
  readonly number: 1 | 2 | 3 | 4;
  readonly heading: string;
  readonly lead: string;
  readonly problem?: string | undefined;
  readonly fields: Html;
  readonly carried?: Carried;
  /** The next page; if omitted, this is the last page, where the owner allows access. */
  readonly next?: 'login' | 'vehicles' | 'permissions';
}

/** Public: first, the owner chooses the brand. */
export function brandStep(owners: readonly SandboxOwner[]): Step {
  return {
    number: 1,
    heading: 'Choose your brand',
    lead: 'Your vehicle connects to the application.',
    fields: html`<fieldset>
      <legend>Brand</legend>
      <div class="cards">
        ${eligibleMakes(owners).map(
          (make, index) =>
            html`<label class="card">
              <input type="radio" name="make" value="${make}" required ${index === 0 ? 'checked' : ''} />
              <span class="words"><strong>${makeName(make)}</strong></span>
              ${icons.car}
            </label>`,
        )}
      </div>
    </fieldset>`,
    next: 'login',
  };
}

/** Public: then the owner signs in with an account of that brand. The sandbox asks for no password. */
export function loginStep(owners: readonly SandboxOwner[], make: string, problem?: string): Step {
  return {
    number: 2,
    heading: `Sign in${make === '' ? '' : ` to your ${makeName(make)} account`}`,
    lead: 'Any email address works. No password is needed.',
    problem,
    fields: html`<div class="field">
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" required autocomplete="off" list="accounts" />
      <datalist id="accounts">
        ${owners.map((owner) => html`<option value="${emailOf(owner)}">${owner.name}</option>`)}
        <option value="smartcar@invalid-subscription.com">No subscription</option>
        <option value="smartcar@vehicle-incompatible.com">Incompatible vehicle</option>
      </datalist>
    </div>`,
    carried: { make },
    next: 'vehicles',
  };
}

/** Public: then the owner chooses vehicles of the account. */
export function vehiclesStep(owner: SandboxOwner, request: ConnectRequest, make: string, isIncomplete: boolean): Step {
  return {
    number: 3,
    heading: request.singleSelect ? 'Choose a vehicle' : 'Choose your vehicles',
    lead: `The application can read ${request.singleSelect ? 'it' : 'them'}.`,
    problem: isIncomplete ? incompleteWords(request) : undefined,
    fields: vehicleFields(owner, request, !isIncomplete),
    carried: { owner: owner.id, make },
    next: 'permissions',
  };
}

/** Public: finally, the owner reviews the permissions, and allows or denies. */
export function permissionsStep(application: Application, request: ConnectRequest, carried: Carried): Step {
  return {
    number: 4,
    heading: `Let ${application.name} read your data?`,
    lead: 'Clear the permissions that you do not want to grant.',
    fields: permissionFields(application, request),
    carried,
  };
}

export function stepPage({ name }: Application, request: ConnectRequest, step: Step): Page {
  const { number, heading, lead, problem, fields, carried = {}, next } = step;
  const hidden = Object.entries(carried).flatMap(([field, values]) =>
    [values].flat().map((value) => html`<input type="hidden" name="${field}" value="${value}" />`),
  );
  return ownerPage({
    title: `${heading} Step ${number} of 4`,
    above: html`<p class="lead">Step ${number} of 4 · ${name}</p>`,
    heading,
    lead,
    problem,
    fields: html`${hidden} ${fields}`,
    yes: next ? { name: 'step', value: next, words: 'Continue' } : { name: 'decision', value: 'allow', words: 'Allow' },
    no: { name: 'decision', value: 'deny', words: 'Deny' },
    facts: requestFacts(request),
  });
}
