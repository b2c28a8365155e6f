import { type Context, Hono } from 'hono';
import type { Application } from '../world/application.ts';
import { eligibleOwners } from './eligible-owners.ts';
import { allowed, failed, isFailedOutcome, type Outcome, userIdOnly } from './connect-outcomes.ts';
import { connectPage } from './connect-page.ts';
import { type ConnectRequest, readConnectRequest } from './connect-request.ts';
import { brandStep, loginStep } from './connect-step-pages.ts';
import { ConnectSteps } from './connect-steps.ts';
import { PageFailure } from '../web/page-failure.ts';
import type { Grants } from './grants.ts';
import { addRules, readBody, type SandboxEnv, withRules } from '../web/http.ts';
import { renderPage } from '../web/page.ts';
import type { SandboxOwner, World } from '../world/world.ts';

/** A form that ticks each of the most vehicles that a scenario may have, with an id that names its owner. */
const mostFormBytes = 4 * 1024 * 1024;

interface ConnectRoutesParts {
  readonly world: World;
  readonly grants: Grants;
  /** Answers at once with all vehicles of the first owner. */
  readonly autoApprove: boolean;
}

/** `/oauth/authorize`: where the owner allows or denies. */
export function connectRoutes({ world, grants, autoApprove }: ConnectRoutesParts): Hono<SandboxEnv> {
  const { application } = world;
  const routes = new Hono<SandboxEnv>();
  const steps = new ConnectSteps(application, grants);

  const grant = (request: ConnectRequest, owner: SandboxOwner, vehicleIds: string[], scopes: string[]): Outcome => {
    const code = grants.allow({ ownerId: owner.id, vehicleIds, scopes }, request.redirectUri);
    return allowed(request, code, application.userIdInRedirect ? owner.id : undefined);
  };

  routes.get('/oauth/authorize', withRules('connect.page'), (c) => {
    const { request, owners, first } = readConnect(c, world);
    if (!autoApprove) return renderPage(c, firstPage(application, owners, request));
    const scopes = request.permissions.map(({ name }) => name);
    const vehicleIds = first.vehicles.map(({ id }) => id).slice(0, request.singleSelect ? 1 : undefined);
    return send(c, grant(request, first, vehicleIds, scopes), 302);
  });

  // The form has no action, so it comes back with the query it was opened with: the request is read from there.
  routes.post('/oauth/authorize', withRules('connect.page'), async (c) => {
    const { request, owners, first } = readConnect(c, world);
    const form = new URLSearchParams(await readBody(c, mostFormBytes));
    const step = form.get('step');
    if (step !== null) {
      const next = steps.next(step, { form, owners, request });
      c.set('rules', next.rules);
      return 'location' in next ? send(c, next, 303) : renderPage(c, next.page, next.status);
    }
    const decision = form.get('decision') ?? '';
    const owner = owners.find(({ id }) => id === form.get('owner'));
    if (isFailedOutcome(decision)) return send(c, failed(request, decision, (owner ?? first).vehicles[0]), 303);
    if (decision === 'user_id_only') return send(c, userIdOnly(request, (owner ?? first).id), 303);
    if (decision === 'stay') {
      throw new PageFailure(
        400,
        'Something went wrong.',
        'The service shows pages like this one, without a redirect.',
        ['connect.never-redirects'],
      );
    }
    if (decision !== 'allow' || !owner) {
      throw new PageFailure(400, 'The form is incomplete.', 'Start again from your application.', [
        'connect.incomplete',
      ]);
    }
    const ticked = new Set([...form.getAll('vehicle'), ...form.getAll(`vehicle-of-${owner.id}`)]);
    const vehicleIds = owner.vehicles.map(({ id }) => id).filter((id) => ticked.has(id));
    if (vehicleIds.length === 0 || (request.singleSelect && vehicleIds.length > 1)) {
      addRules(c, 'connect.incomplete');
      return renderPage(c, connectPage(application, owners, request, { ownerId: owner.id }), 400);
    }
    const permitted = form.getAll('permission');
    const scopes = request.permissions
      .filter(({ name, required }) => required || permitted.includes(name))
      .map(({ name }) => name);
    return send(c, grant(request, owner, vehicleIds, scopes), 303);
  });

  return routes;
}

/** The Connect URL and whom it may be shown to. Throws PageFailure. */
function readConnect(c: Context<SandboxEnv>, world: World) {
  // Not from the URL that was parsed: a parser encodes some characters, and the state returns as it came.
  const target = c.env.incoming.url ?? '';
  const search = target.includes('?') ? target.slice(target.indexOf('?')) : '';
  const request = readConnectRequest(search, world.application);
  const owners = eligibleOwners(world, request);
  const [first] = owners;
  if (!first) {
    const wanted = request.singleSelectVin ?? request.make ?? '';
    throw new PageFailure(400, `No owner has the vehicle ${wanted}.`, 'GET /sandbox lists the vehicles.', [
      request.singleSelectVin === undefined ? 'connect.make' : 'connect.single-select-vin',
    ]);
  }
  return { request, owners, first };
}

function firstPage(application: Application, owners: readonly SandboxOwner[], request: ConnectRequest) {
  if (!application.connectStepByStep) return connectPage(application, owners, request);
  const skipsBrand = request.make !== undefined || request.singleSelectVin !== undefined;
  return skipsBrand
    ? loginStep(application, owners, request, request.make ?? '')
    : brandStep(application, owners, request);
}

function send(c: Context<SandboxEnv>, { location, rules }: Outcome, status: 302 | 303): Response {
  c.set('rules', rules);
  return c.redirect(location, status);
}
