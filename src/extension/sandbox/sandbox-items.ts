import { parseUrl } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import { vehicleName } from '../../common/vehicle-names.ts';
import type { JournalEntry, PlannedFault, SandboxAddresses, VehicleSummary } from '../../sandbox/control/contract.ts';
import { faultLabel } from '../../sandbox/faults/fault-choices.ts';
import { sandboxLocation, type WindowHost } from '../../sandbox-client/sandbox-location.ts';
import type { ViewLine } from '../window/view-lines.ts';
import type { SandboxSnapshot } from '../../sandbox-client/sandbox-monitor.ts';

/** A line of the Sandbox view. */
export interface SandboxItem extends ViewLine {
  readonly children?: readonly SandboxItem[];
  /** The target of its actions: the ID of a fault or a vehicle, or the text to copy. */
  readonly subject?: string;
}

/** `moment` formats an ISO 8601 time for display. */
export function sandboxItems(
  snapshot: Omit<SandboxSnapshot, 'tokens' | 'deliveries'>,
  moment: (iso: string) => string,
  host: WindowHost,
): readonly SandboxItem[] {
  const { overview, faults, requests, unread } = snapshot;
  return [
    clockItem(snapshot, moment),
    ...unread.map((problem, index) =>
      itemOf({
        ...{ id: `unread-${index}`, label: t('Not read: {0}', problem), facts: [], icon: 'warning' },
        tokens: ['unread'],
        about: t('Stop the sandbox, then start it again.'),
      }),
    ),
    itemOf({
      id: 'faults',
      label: t('Faults'),
      facts: [faults.length === 0 ? t('none') : String(faults.length)],
      icon: 'zap',
      tokens: ['faults'],
      children: faults.map((fault) => faultItem(fault)),
    }),
    vehiclesItem(snapshot),
    addressesItem(overview, host),
    // Last, because it grows.
    itemOf({
      id: 'requests',
      label: t('Requests of Other Apps'),
      facts: [requests.length === 0 ? t('none yet') : ''],
      icon: 'pulse',
      tokens: ['requests'],
      about: t('What this extension sends is in the Requests view.'),
      children: requests.map((request) => requestItem(request)),
    }),
  ];
}

/**
 * @param facts the line shows the first that is not empty, the tooltip all
 * @param about said below them by the tooltip
 */
function itemOf({
  about,
  facts,
  ...item
}: Omit<SandboxItem, 'tooltip' | 'description'> & {
  readonly facts: readonly string[];
  readonly about?: string;
}): SandboxItem {
  const known = facts.filter((fact) => fact !== '');
  const [description = ''] = known;
  const all = known.join(' · ');
  const spoken = [item.label, ...(all === '' ? [] : [all])].join(', ');
  return { ...item, description, spoken, tooltip: [item.label, all, ...(about === undefined ? [] : [about])] };
}

/** How far the clock is ahead: `60 d`, `2 h`, `5 min`; empty if it is off by less than a minute. */
export function aheadText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes === 0) return '';
  const size =
    minutes >= 2 * 1440
      ? t('{0} d', Math.round(minutes / 1440))
      : minutes >= 120
        ? t('{0} h', Math.round(minutes / 60))
        : t('{0} min', minutes);
  return ms > 0 ? t('{0} ahead', size) : t('{0} behind', size);
}

function clockItem(
  { overview, aheadMs }: Pick<SandboxSnapshot, 'overview' | 'aheadMs'>,
  moment: (iso: string) => string,
): SandboxItem {
  const { now, frozen, speed } = overview;
  const pace = frozen ? t('frozen') : speed === 1 ? '' : t('{0} × speed', speed);
  return itemOf({
    id: 'clock',
    label: t('Clock'),
    facts: [aheadText(aheadMs), moment(now), pace],
    icon: frozen ? 'debug-pause' : 'clock',
    tokens: ['clock', frozen ? 'frozen' : 'runs'],
    about: t('All tokens and links of the sandbox expire by this clock.'),
  });
}

function vehiclesItem({ overview, webhooks }: Pick<SandboxSnapshot, 'overview' | 'webhooks'>): SandboxItem {
  const { vehicles, vehicleCount, autoSubscribe } = overview;
  const isPart = vehicles.length < vehicleCount;
  const count = isPart ? t('first {0} of {1}', vehicles.length, vehicleCount) : String(vehicleCount);
  const isEmptied = !autoSubscribe;
  return itemOf({
    id: 'vehicles',
    label: t('Vehicles'),
    facts: [isEmptied ? t('no signals of version 3') : '', count],
    icon: 'dashboard',
    tokens: ['vehicles', isEmptied ? 'emptied' : 'filled'],
    children: [...vehicles.map((vehicle) => vehicleItem(vehicle)), ...storeItem(webhooks)],
    isClosed: true,
    ...(isEmptied && { about: t('Version 3 has signals only of vehicles that are subscribed to a webhook.') }),
  });
}

/** The sandbox's own webhook, if a vehicle is subscribed to it. */
function storeItem(webhooks: SandboxSnapshot['webhooks']): readonly SandboxItem[] {
  const { subscriptions } = webhooks.find(({ callbackUri }) => callbackUri === null) ?? { subscriptions: 0 };
  if (subscriptions === 0) return [];
  return [
    itemOf({
      id: 'store',
      label: t('Signal Store'),
      facts: [subscriptions === 1 ? t('1 vehicle') : t('{0} vehicles', subscriptions)],
      icon: 'database',
      tokens: ['store'],
      about: t('The signals of version 3 are read from it.'),
    }),
  ];
}

function faultItem(fault: PlannedFault): SandboxItem {
  const { id, left, operation } = fault;
  const times = left === 'always' ? t('always') : left === 1 ? t('once') : t('{0} times', left);
  return itemOf({
    id: `fault-${id}`,
    label: faultLabel(fault, t),
    facts: [operation, times],
    icon: 'warning',
    tokens: ['fault'],
    subject: String(id),
  });
}

function vehicleItem(vehicle: VehicleSummary): SandboxItem {
  const { id, owner, connected } = vehicle;
  const label = vehicleName(vehicle);
  const facts = connected ? [owner] : [owner, t('not connected')];
  const tokens = ['vehicle', ...(connected ? ['charges'] : [])];
  const icon = connected ? 'dashboard' : 'circle-slash';
  // A name may fill the line of a narrow view.
  return { ...itemOf({ id: `vehicle-${id}`, label, facts, icon, tokens, subject: id, about: id }), description: '' };
}

function requestItem({ id, method, path, status, durationMs, fault, client }: JournalEntry): SandboxItem {
  const answer = status === null ? t('no response') : String(status);
  const isRefused = status === null || status >= 400;
  const first = isRefused ? [answer, client ?? ''] : [client ?? '', answer];
  return itemOf({
    id: `request-${id}`,
    label: `${method} ${path.replace(/\?.*$/s, '').replace(/(\/vehicles\/)[^/]+/, '$1…')}`,
    facts: [...first, `${Math.round(durationMs)} ms`, fault === null ? '' : t('fault')],
    icon: isRefused ? 'warning' : 'pass',
    tokens: ['request'],
    about: `${method} ${path}`,
  });
}

function addressesItem(addresses: SandboxAddresses, host: WindowHost): SandboxItem {
  const { authUrl, baseUrl, connectUrl, clientId, controlUrl } = addresses;
  const entries = {
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    CONNECT_URL: connectUrl,
    CLIENT_ID: clientId,
    CONTROL_URL: controlUrl,
  };
  const where = sandboxLocation(host, addresses, t);
  return itemOf({
    id: 'addresses',
    label: t('Addresses'),
    facts: [new URL(baseUrl).host, where?.short ?? ''],
    icon: 'link',
    tokens: ['addresses'],
    ...(where && { about: where.meaning }),
    isClosed: true,
    children: Object.entries(entries).map(([label, subject]) => {
      const [id, tokens] = [`address-${label}`, ['address']];
      const item = itemOf({ id, label, facts: [subject], icon: 'symbol-constant', tokens, subject });
      return { ...item, description: parseUrl(subject)?.pathname ?? plainText(subject, 9) };
    }),
  });
}
