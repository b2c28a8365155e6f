import { isRecord } from '../common/is-record.ts';
import type { Translate } from '../common/translate.ts';
import { sandboxLocation } from './sandbox-location.ts';
import type { WindowHost } from './sandbox-location.ts';
import type { SandboxFault, SandboxRequest, SandboxSnapshot, SandboxVehicle } from './sandbox-snapshot.ts';

/** A line of the sandbox view, free of VS Code. Texts are plain. */
export interface SandboxItem {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Name of a theme icon. */
  readonly icon: string;
  /** Which actions it has. */
  readonly tokens: readonly string[];
  readonly children?: readonly SandboxItem[];
  readonly isOpen?: boolean;
  /** What its actions act on: the id of a fault or a vehicle, or the text to copy. */
  readonly subject?: string;
  readonly tooltip?: string;
}

/** `moment` says an ISO 8601 time for people. */
export function sandboxItems(
  snapshot: SandboxSnapshot,
  t: Translate,
  moment: (iso: string) => string,
  host: WindowHost,
): readonly SandboxItem[] {
  const { faults, vehicles, vehicleCount, requests } = snapshot;
  return [
    clockLine(snapshot, t, moment),
    {
      id: 'faults',
      label: t('Faults'),
      description: faults.length === 0 ? t('none') : String(faults.length),
      icon: 'zap',
      tokens: ['faults'],
      children: faults.map((fault) => faultLine(fault, t)),
      isOpen: true,
    },
    {
      id: 'vehicles',
      label: t('Vehicles'),
      description:
        vehicles.length < vehicleCount
          ? t('the first {0} of {1}', vehicles.length, vehicleCount)
          : String(vehicleCount),
      icon: 'dashboard',
      tokens: ['vehicles'],
      children: vehicles.map(vehicleLine),
    },
    addressesLine(snapshot, host, t),
    // Last, because it grows.
    {
      id: 'requests',
      label: t('Live Requests'),
      description: requests.length === 0 ? t('none yet') : '',
      icon: 'pulse',
      tokens: ['requests'],
      children: requests.map((request) => requestLine(request, t)),
      isOpen: true,
    },
  ];
}

/** What a screen reader says of a line. */
export function accessibleLabel({ label, description }: SandboxItem): string {
  return description ? `${label}, ${description}` : label;
}

/** How far the clock is ahead: `60 d`, `2 h`, `5 min`; empty below a minute either way. */
export function aheadText(ms: number, t: Translate): string {
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

function clockLine(
  { now, aheadMs, isFrozen, speed }: SandboxSnapshot,
  t: Translate,
  moment: (iso: string) => string,
): SandboxItem {
  const pace = isFrozen ? t('frozen') : speed === 1 ? '' : t('{0} × speed', speed);
  return {
    id: 'clock',
    label: t('Clock'),
    description: [aheadText(aheadMs, t), pace, moment(now)].filter(Boolean).join(' · '),
    icon: isFrozen ? 'debug-pause' : 'clock',
    tokens: ['clock', isFrozen ? 'frozen' : 'runs'],
    tooltip: t('Every expiry of the sandbox follows this clock.'),
  };
}

function faultLine({ id, left, operation, effect }: SandboxFault, t: Translate): SandboxItem {
  const times = left === 'always' ? t('always') : left === 1 ? t('once') : t('{0} times', left);
  const what = effectText(effect);
  return {
    id: `fault-${id}`,
    label: what,
    description: `${operation} · ${times}`,
    icon: 'warning',
    tokens: ['fault'],
    subject: String(id),
  };
}

/** In the words of the control path, which are the same in every language: `RATE_LIMIT · VEHICLE`, `delayMs 500`. */
function effectText({ error, ...others }: SandboxFault['effect']): string {
  if (isRecord(error)) {
    return [error.type, error.code].filter((part) => typeof part === 'string').join(' · ');
  }
  const shown = [
    'status',
    'drop',
    'truncate',
    'html',
    'wrongTypes',
    'bytesPerSecond',
    'redirect',
    'delayMs',
    'hugeBytes',
    'addHeaders',
  ];
  return shown
    .filter((name) => others[name] !== undefined)
    .map((name) => (others[name] === true ? name : `${name} ${valueText(others[name])}`))
    .concat(others.when === 'after' ? ['after'] : [])
    .join(' · ');
}

function valueText(value: unknown): string {
  return isRecord(value) ? Object.keys(value).join(', ') : String(value);
}

function vehicleLine({ id, name, owner, hasCharges }: SandboxVehicle): SandboxItem {
  const tokens = ['vehicle', ...(hasCharges ? ['charges'] : [])];
  return { id: `vehicle-${id}`, label: name, description: owner, icon: 'dashboard', tokens, subject: id, tooltip: id };
}

function requestLine({ id, method, path, status, durationMs, isFault }: SandboxRequest, t: Translate): SandboxItem {
  const answer = status === null ? t('no answer') : String(status);
  const parts = [answer, `${Math.round(durationMs)} ms`, isFault ? t('fault') : ''];
  const isRefused = status === null || status >= 400;
  return {
    id: `request-${id}`,
    label: `${method} ${path.replace(/\?.*$/s, '').replace(/(\/vehicles\/)[^/]+/, '$1…')}`,
    description: parts.filter(Boolean).join(' · '),
    icon: isRefused ? 'warning' : 'pass',
    tokens: ['request'],
    tooltip: `${method} ${path}`,
  };
}

function addressesLine({ addresses }: SandboxSnapshot, host: WindowHost, t: Translate): SandboxItem {
  const { authUrl, baseUrl, connectUrl, clientId, controlUrl } = addresses;
  const entries = {
    AUTH_URL: authUrl,
    BASE_URL: baseUrl,
    CONNECT_URL: connectUrl,
    CLIENT_ID: clientId,
    CONTROL_URL: controlUrl,
  };
  const where = sandboxLocation(host, addresses, t);
  return {
    id: 'addresses',
    label: t('Addresses'),
    description: [new URL(baseUrl).host, where?.short].filter(Boolean).join(' · '),
    icon: 'link',
    tokens: ['addresses'],
    ...(where && { tooltip: where.meaning }),
    children: Object.entries(entries).map(([label, subject]) => ({
      id: `address-${label}`,
      label,
      description: subject,
      icon: 'symbol-constant',
      tokens: ['address'],
      subject,
    })),
  };
}
