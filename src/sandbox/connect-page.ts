import { html } from 'hono/html';
import type { Permission } from '../service/contract.ts';
import type { ConnectRequest, RequestedPermission } from './connect-request.ts';
import { icons } from './icons.ts';
import { alert, type Html, type Page } from './page.ts';
import type { Region } from './scenario.ts';
import type { SandboxOwner, SandboxVehicle, World } from './vehicles-data.ts';

/** A form that came back without a vehicle, to be shown again with that owner. */
export interface IncompleteForm {
  readonly ownerId: string;
}

/**
 * Where the owner allows or denies. It works without a script: each owner's vehicles stand in the page, and the style
 * shows those of the owner who is chosen. The form has no action, so that it goes back to its own address, query and
 * all, even where that address runs through a proxy's path.
 */
export function connectPage(world: World, request: ConnectRequest, incomplete?: IncompleteForm): Page {
  const { name } = world.application;
  const chosen = world.owners.find(({ id }) => id === incomplete?.ownerId) ?? world.owners[0];
  return {
    title: `Connect to ${name} (sandbox)`,
    body: html`<form method="post">
      <div class="body two">
        <div class="column">
          <header>
            <div class="link"><span>${icons.car}</span><i></i><span>${icons.application}</span></div>
            <h1>Let ${name} read your vehicles?</h1>
            <p class="lead">Say who you are, and choose which of your vehicles it may read.</p>
          </header>
          ${incomplete ? alert('Tick at least one vehicle, or deny.') : ''}
          <fieldset>
            <legend>${name} will be able to</legend>
            <div class="cards stack">${request.permissions.map(permissionCard)}</div>
          </fieldset>
        </div>
        <fieldset>
          <legend>Owner</legend>
          <div class="owners">${world.owners.map((owner) => ownerCard(owner, owner === chosen, !incomplete))}</div>
        </fieldset>
      </div>
      <div class="actions">
        <button class="yes" name="decision" value="allow">Allow</button>
        <button class="no" name="decision" value="deny">Deny</button>
      </div>
      <dl>
        <dt>You return to</dt>
        <dd><code>${request.redirectUri}</code></dd>
        <dt>Client id</dt>
        <dd><code>${request.clientId}</code></dd>
        <dt>Mode</dt>
        <dd><code>${request.mode}</code></dd>
      </dl>
    </form>`,
  };
}

function ownerCard(owner: SandboxOwner, chosen: boolean, allTicked: boolean): Html {
  const initials = owner.name
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('');
  return html`<div class="owner">
    <label class="card">
      <input type="radio" name="owner" value="${owner.id}" required ${chosen ? 'checked' : ''} />
      <span class="avatar" aria-hidden="true">${initials}</span>
      <span class="words">
        <strong>${owner.name}</strong>
        <small>${owner.vehicles.length === 1 ? '1 vehicle' : `${owner.vehicles.length} vehicles`}</small>
      </span>
    </label>
    <fieldset class="fleet">
      <legend>Vehicles of ${owner.name}</legend>
      <div class="cards stack">${owner.vehicles.map((vehicle) => vehicleCard(vehicle, allTicked || !chosen))}</div>
    </fieldset>
  </div>`;
}

const regionNames: Record<Region, string> = { US: 'United States', Europe: 'Europe', Canada: 'Canada' };

function vehicleCard(vehicle: SandboxVehicle, ticked: boolean): Html {
  return html`<label class="card">
    <input type="checkbox" name="vehicle" value="${vehicle.id}" ${ticked ? 'checked' : ''} />
    <span class="words">
      <strong>${vehicle.make} ${vehicle.model}</strong>
      <small>${vehicle.year} · ${regionNames[vehicle.region]}</small>
    </span>
    ${icons.car}
  </label>`;
}

const known: Record<Permission, { readonly words: string; readonly icon: Html }> = {
  read_vehicle_info: { words: 'See make, model and year', icon: icons.car },
  read_battery: { words: 'See how large the battery is', icon: icons.battery },
  read_charge_records: { words: 'See when, where and how much the vehicle was charged', icon: icons.charge },
};

function permissionCard({ name, required }: RequestedPermission): Html {
  const meaning = Object.hasOwn(known, name)
    ? known[name as Permission]
    : { words: 'Use another permission', icon: icons.key };
  const words = (extra: string) =>
    html`<span class="words">
      <strong>${meaning.words}</strong>
      <small><code>${name}</code>${extra}</small>
    </span>`;
  if (required) return html`<div class="card fixed">${icons.lock} ${words(' is required')} ${meaning.icon}</div>`;
  return html`<label class="card">
    <input type="checkbox" name="permission" value="${name}" checked /> ${words('')} ${meaning.icon}
  </label>`;
}
