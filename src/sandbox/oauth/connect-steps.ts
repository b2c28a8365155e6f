import type { Application } from '../world/application.ts';
import { chosenVehicles, ownerWithEmail } from './eligible-owners.ts';
import { failed, failingEmails, type Outcome } from './connect-outcomes.ts';
import type { ConnectRequest } from './connect-request.ts';
import { brandStep, loginStep, permissionsStep, type Step, stepPage, vehiclesStep } from './connect-step-pages.ts';
import { incompleteForm } from '../web/page-failure.ts';
import type { Grant } from '../world/stored-state.ts';
import type { Page } from '../web/page.ts';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxOwner } from '../world/world.ts';

/** The submitted form of one step, with the request and the owners that it concerns. */
interface StepForm {
  readonly application: Application;
  readonly owners: readonly SandboxOwner[];
  readonly request: ConnectRequest;
  readonly form: URLSearchParams;
  /** What an owner has granted before. */
  readonly grantsOf: (ownerId: string) => readonly Grant[];
  readonly allow: (owner: SandboxOwner, vehicleIds: readonly string[], scopes: readonly string[]) => Outcome;
}

interface NextPage {
  readonly page: Page;
  readonly status: 200 | 400;
  readonly rules: RuleIds;
}

/**
 * Connect step by step, as in the service: brand, sign-in, vehicles, permissions. Returns the page that a button leads
 * to, or the redirect to the application. Throws PageFailure.
 */
export function nextStep(name: string, parts: StepForm): NextPage | Outcome {
  const { application, owners, request, form } = parts;
  const make = form.get('make') ?? request.make ?? '';
  const show = (step: Step): NextPage => ({
    page: stepPage(application, request, step),
    ...(step.problem === undefined
      ? { status: 200, rules: ['connect.steps'] }
      : { status: 400, rules: ['connect.steps', 'connect.incomplete'] }),
  });

  if (name === 'brand' && request.make === undefined && request.singleSelectVin === undefined) {
    return show(brandStep(owners));
  }
  if (name === 'brand' || name === 'login') return show(loginStep(owners, make));

  if (name === 'vehicles') {
    const email = form.get('email')?.trim().toLowerCase() ?? '';
    if (!email.includes('@')) return show(loginStep(owners, make, 'Enter an email address.'));
    const owner = withMake(ownerWithEmail(owners, email), make);
    const failing = failingEmails[email];
    if (failing) {
      const { location, rules } = failed(request, failing, owner?.vehicles[0] ?? owners[0]?.vehicles[0]);
      return { location, rules: [...rules, 'connect.test-email'] };
    }
    if (!owner || owner.vehicles.length === 0) return failed(request, 'no_vehicles', undefined);
    return grantedBefore(owner, parts) ?? show(vehiclesStep(owner, request, make, false));
  }

  const owner = withMake(
    owners.find(({ id }) => id === form.get('owner')),
    make,
  );
  if (name !== 'permissions' || !owner) throw incompleteForm();
  const vehicle = chosenVehicles(owner, request, form);
  return show(
    vehicle
      ? permissionsStep(application, request, { owner: owner.id, vehicle })
      : vehiclesStep(owner, request, make, true),
  );
}

/** Public: with `approval_prompt=auto`, an owner who has granted the same before is not asked again. */
function grantedBefore(owner: SandboxOwner, { request, grantsOf, allow }: StepForm): Outcome | undefined {
  if (request.approvalPrompt === 'force') return undefined;
  const offered = owner.vehicles.map(({ id }) => id);
  const scopes = request.permissions.map(({ name }) => name);
  for (const grant of grantsOf(owner.id)) {
    const vehicleIds = grant.vehicleIds.filter((id) => offered.includes(id));
    const fits = request.singleSelect ? vehicleIds.length === 1 : vehicleIds.length > 0;
    if (!fits || !scopes.every((scope) => grant.scopes.includes(scope))) continue;
    const { location, rules } = allow(owner, vehicleIds, scopes);
    return { location, rules: [...rules, 'connect.approval-prompt'] };
  }
  return undefined;
}

function withMake(owner: SandboxOwner | undefined, make: string): SandboxOwner | undefined {
  if (!owner || make === '') return owner;
  return { ...owner, vehicles: owner.vehicles.filter((vehicle) => vehicle.make === make) };
}
