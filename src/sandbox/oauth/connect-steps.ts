import type { Application } from '../world/application.ts';
import { ownerWithEmail } from './eligible-owners.ts';
import { allowed, failed, failingEmails, type Outcome } from './connect-outcomes.ts';
import type { ConnectRequest } from './connect-request.ts';
import { brandStep, loginStep, permissionsStep, vehiclesStep } from './connect-step-pages.ts';
import { PageFailure } from '../web/page-failure.ts';
import type { Grants } from './grants.ts';
import type { Page } from '../web/page.ts';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxOwner } from '../world/world.ts';

/** A form of one step, with the request and the owners that it is about. */
interface Form {
  readonly form: URLSearchParams;
  readonly owners: readonly SandboxOwner[];
  readonly request: ConnectRequest;
}

interface NextPage {
  readonly page: Page;
  readonly status: 200 | 400;
  readonly rules: RuleIds;
}

/** Connect step by step, as the service has it: brand, sign-in, vehicles, permissions. */
export class ConnectSteps {
  readonly #application: Application;
  readonly #grants: Grants;

  constructor(application: Application, grants: Grants) {
    this.#application = application;
    this.#grants = grants;
  }

  /** The page that a button leads to, or the way back to the application. Throws PageFailure. */
  next(step: string, form: Form): NextPage | Outcome {
    const { request, owners } = form;
    switch (step) {
      case 'brand':
        if (request.make === undefined && request.singleSelectVin === undefined) {
          return shown(brandStep(this.#application, owners, request));
        }
        return shown(loginStep(this.#application, owners, request, request.make ?? ''));
      case 'login':
        return shown(loginStep(this.#application, owners, request, form.form.get('make') ?? ''));
      case 'vehicles':
        return this.#afterLogin(form);
      case 'permissions':
        return this.#afterVehicles(form);
      default:
        throw new PageFailure(400, 'This step does not exist.', 'Start again from your application.', [
          'connect.incomplete',
        ]);
    }
  }

  #afterLogin({ form, owners, request }: Form): NextPage | Outcome {
    const email = form.get('email')?.trim().toLowerCase() ?? '';
    const make = form.get('make') ?? '';
    if (!email.includes('@')) {
      return asked(loginStep(this.#application, owners, request, make, 'Enter an email address.'));
    }
    const owner = withMake(ownerWithEmail(owners, email), make);
    const failing = failingEmails[email];
    if (failing) {
      const { location, rules } = failed(request, failing, owner?.vehicles[0] ?? owners[0]?.vehicles[0]);
      return { location, rules: [...rules, 'connect.test-email'] };
    }
    if (!owner || owner.vehicles.length === 0) return failed(request, 'no_vehicles', undefined);
    return (
      this.#grantedBefore(owner, request) ??
      shown(vehiclesStep(this.#application, owner, request, { owner: owner.id, make }))
    );
  }

  /** Public: `approval_prompt=auto` asks nobody again who has granted the same before. */
  #grantedBefore(owner: SandboxOwner, request: ConnectRequest): Outcome | undefined {
    if (request.approvalPrompt === 'force') return undefined;
    const offered = owner.vehicles.map(({ id }) => id);
    const scopes = request.permissions.map(({ name }) => name);
    const earlier = this.#grants.grantsOf(owner.id).find((grant) => {
      const vehicles = grant.vehicleIds.filter((id) => offered.includes(id));
      const fits = request.singleSelect ? vehicles.length === 1 : vehicles.length > 0;
      return fits && scopes.every((scope) => grant.scopes.includes(scope));
    });
    if (!earlier) return undefined;
    const vehicleIds = earlier.vehicleIds.filter((id) => offered.includes(id));
    const code = this.#grants.allow({ ownerId: owner.id, vehicleIds, scopes }, request.redirectUri);
    const { location, rules } = allowed(request, code, this.#application.userIdInRedirect ? owner.id : undefined);
    return { location, rules: [...rules, 'connect.approval-prompt'] };
  }

  #afterVehicles({ form, owners, request }: Form): NextPage {
    const make = form.get('make') ?? '';
    const owner = withMake(
      owners.find(({ id }) => id === form.get('owner')),
      make,
    );
    if (!owner) {
      throw new PageFailure(400, 'The form is incomplete.', 'Start again from your application.', [
        'connect.incomplete',
      ]);
    }
    const ticked = form.getAll('vehicle');
    const vehicle = owner.vehicles.map(({ id }) => id).filter((id) => ticked.includes(id));
    if (vehicle.length === 0 || (request.singleSelect && vehicle.length > 1)) {
      return asked(vehiclesStep(this.#application, owner, request, { owner: owner.id, make }, true));
    }
    return shown(permissionsStep(this.#application, request, { owner: owner.id, vehicle }));
  }
}

function withMake(owner: SandboxOwner | undefined, make: string): SandboxOwner | undefined {
  if (!owner || make === '') return owner;
  return { ...owner, vehicles: owner.vehicles.filter((vehicle) => vehicle.make === make) };
}

const shown = (page: Page): NextPage => ({ page, status: 200, rules: ['connect.steps'] });

/** The same page again, with what is missing. */
const asked = (page: Page): NextPage => ({ page, status: 400, rules: ['connect.steps', 'connect.incomplete'] });
