import { html } from 'hono/html';
import { makeName, modelName } from '../../common/vehicle-names.ts';
import type { Permission } from '../../service/model/vehicles.ts';
import type { ConnectRequest, RequestedPermission } from './connect-request.ts';
import { alert, facts, type Html, icons, type Page } from '../web/page.ts';
import type { Application, Region, SandboxOwner } from '../world/world.ts';
import { failedOutcomes } from './connect-outcomes.ts';

/**
 * The page where the owner allows or denies. It works without a script: it contains each owner's vehicles, and the
 * style shows those of the chosen owner. The form has no action, so that it is submitted to the page's own address with
 * its query, even if that address goes through a proxy's path.
 */
export function connectPage(
  application: Application,
  owners: readonly SandboxOwner[],
  request: ConnectRequest,
  /** The owner whose form was submitted without a vehicle. */
  incomplete?: SandboxOwner,
): Page {
  const { name } = application;
  const chosen = incomplete ?? owners[0];
  return {
    title: `Connect to ${name} (sandbox)`,
    // Enter on a field presses the first button that is enabled. This one does nothing, so that only Allow grants.
    body: html`<form method="post">
      <button formmethod="dialog" hidden></button>
      <div class="body two">
        <div class="column">
          <header>
            <div class="link">${icons.car} ${icons.application}</div>
            <h1>Let ${name} read your vehicles?</h1>
            <p class="lead">Choose an owner and the vehicle${request.singleSelect ? '' : 's'} to share.</p>
          </header>
          ${incomplete ? alert(request.singleSelect ? 'Choose a vehicle.' : 'Choose at least one vehicle.') : ''}
          ${permissionFields(application, request)}
        </div>
        <fieldset>
          <legend>Owner</legend>
          <div class="owners">
            ${owners.map((owner) =>
              ownerCard(owner, owner === chosen, vehicleFields(owner, request, owner !== incomplete)),
            )}
          </div>
        </fieldset>
      </div>
      <div class="actions">
        <button class="yes" name="decision" value="allow">Allow</button>
        <button class="no" name="decision" value="deny">Deny</button>
      </div>
      ${requestFacts(request)} ${otherOutcomes()}
    </form>`,
  };
}

/** The contents of the Connect URL, for a developer who views the page. */
function requestFacts(request: ConnectRequest): Html {
  return facts([
    ['Redirect URI', request.redirectUri],
    ['Client ID', request.clientId],
    ['External ID', request.externalId ?? undefined],
    ['Mode', request.mode],
    ['Brand', request.make && makeName(request.make)],
    ['VIN', request.singleSelectVin],
    ['Flags', request.flags],
    ['User', request.user],
  ]);
}

/** One button for each documented outcome, so that developers can test what an application must handle. */
function otherOutcomes(): Html {
  const { deny: _deny, ...others } = failedOutcomes;
  const button = (value: string, words: string, result: string) =>
    html`<button class="outcome" name="decision" value="${value}" formnovalidate>
      <strong>${words}</strong> <small>${result}</small>
    </button>`;
  return html`<details>
    <summary>Other outcomes (for testing)</summary>
    <div class="outcomes">
      ${Object.entries(others).map(([value, { words, error }]) => button(value, words, error))}
      ${button('user_id_only', 'Version 3 application', 'user_id, no code')}
      ${button('stay', 'Error page', 'no redirect')}
    </div>
  </details>`;
}

function ownerCard(owner: SandboxOwner, chosen: boolean, fleet: Html): Html {
  return html`<div class="owner">
    <label class="card">
      <input type="radio" name="owner" value="${owner.id}" required ${chosen ? 'checked' : ''} />
      <span class="words">
        <strong>${owner.name}</strong>
        <small>${owner.vehicles.length === 1 ? '1 vehicle' : `${owner.vehicles.length} vehicles`}</small>
      </span>
    </label>
    <div class="fleet">${fleet}</div>
  </div>`;
}

const regionNames: Record<Region, string> = { US: 'United States', Europe: 'Europe', Canada: 'Canada' };

/** The vehicles to choose from: initially all ticked, or the first one if only one can be chosen. */
function vehicleFields(owner: SandboxOwner, { singleSelect }: ConnectRequest, isTicked: boolean): Html {
  // Radio buttons with the same name exclude each other, and a page may show the vehicles of several owners.
  const [type, name] = singleSelect ? ['radio', `vehicle-of-${owner.id}`] : ['checkbox', 'vehicle'];
  return html`<fieldset>
    <legend>Vehicles of ${owner.name}</legend>
    <div class="cards stack">
      ${owner.vehicles.map(
        (vehicle, index) =>
          html`<label class="card">
            <input
              type="${type}"
              name="${name}"
              value="${vehicle.id}"
              ${isTicked && (!singleSelect || index === 0) ? 'checked' : ''}
            />
            <span class="words">
              <strong>${modelName(vehicle)}</strong>
              <small>${vehicle.year} · ${regionNames[vehicle.region]}</small>
            </span>
            ${icons.car}
          </label>`,
      )}
    </div>
  </fieldset>`;
}

const known: Record<Permission, { readonly words: string; readonly icon: Html }> = {
  read_vehicle_info: { words: 'See make, model and year', icon: icons.car },
  read_battery: { words: 'See the battery capacity', icon: icons.battery },
  read_charge_records: { words: 'See charging sessions: time, place and energy', icon: icons.charge },
  read_charge: { words: 'See whether and how it is charging', icon: icons.charge },
  read_climate: { words: 'See temperatures', icon: icons.car },
  read_location: { words: 'See where it is', icon: icons.car },
  read_odometer: { words: 'See the odometer', icon: icons.car },
  read_security: { words: 'See doors, windows and locks', icon: icons.lock },
  read_tires: { words: 'See tire pressures', icon: icons.car },
  read_vin: { words: 'See the VIN', icon: icons.key },
};

function permissionFields(application: Application, { permissions }: ConnectRequest): Html {
  return html`<fieldset>
    <legend>${application.name} will be able to</legend>
    <div class="cards stack">${permissions.map(permissionCard)}</div>
  </fieldset>`;
}

function permissionCard({ name, required }: RequestedPermission): Html {
  const meaning = Object.hasOwn(known, name)
    ? known[name as Permission]
    : { words: 'Other permission', icon: icons.key };
  const words = (extra: string) =>
    html`<span class="words">
      <strong>${meaning.words}</strong>
      <small><code>${name}</code>${extra}</small>
    </span>`;
  if (required) return html`<div class="card fixed">${icons.lock} ${words(' (required)')} ${meaning.icon}</div>`;
  return html`<label class="card">
    <input type="checkbox" name="permission" value="${name}" checked /> ${words('')} ${meaning.icon}
  </label>`;
}
