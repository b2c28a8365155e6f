import { t } from '../../../common/translate.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { type Remedy, ServiceError, type Turn } from '../../../service/model/errors.ts';

/** Nothing was sent, because of what is stored or set here. */
function unsent(turn: Turn, message: string, nextStep: string, remedy?: Remedy): ServiceError {
  return new ServiceError(message, { kind: 'input', turn, nextStep, remedy, sent: false });
}

export function signedOut(): ServiceError {
  return unsent('reconnect', t('This account is signed out.'), t('Connect the account again.'));
}

/** Reported to other extensions only: this one gets newer tokens by itself. */
export function tokenOutdated(): ServiceError {
  return unsent(
    'developer',
    t('This is not the current access token of a connected session.'),
    t('Call vscode.authentication.getSession again, and pass the session as it comes.'),
  );
}

export function sessionBroken(): ServiceError {
  return unsent('reconnect', t('The stored session is damaged.'), t('Connect the account again.'));
}

export function needsOwner(label: string, cause?: unknown): ServiceError {
  return new ServiceError(t('Access to {0} has ended: the API rejected the refresh token.', label), {
    kind: 'oauth',
    turn: 'reconnect',
    nextStep: t('Connect the account again so that the owner can grant access.'),
    sent: true,
    cause,
  });
}

export function otherClient(environment: string): ServiceError {
  return unsent(
    'developer',
    t('The client ID of “{0}” has changed since this account was connected.', environment),
    t('Restore the former client ID, or connect the account again.'),
  );
}

export function notConnectedBy(version: ApiVersion, label: string): ServiceError {
  return unsent(
    'reconnect',
    t('{0} is not connected by version {1}.', label, version),
    t('Connect the account again, or add what that version needs to its environment.'),
  );
}

/** For a caller that asked for the tokens of version 2.0. */
export function onlyVersion3(label: string): ServiceError {
  return unsent(
    'developer',
    t('{0} is connected by version 3 only.', label),
    t('Set the legacy client secret with “Vehicle Data: Environments…”, and connect again.'),
    'set-secret',
  );
}

export function otherAddress(environment: string, origins: readonly string[] = [], url: string): ServiceError {
  return new ServiceError(
    t('“{0}” now points to {1}. This account belongs to {2}.', environment, new URL(url).origin, origins.join(', ')),
    {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Restore the former address, or connect an account at the new one.'),
      remedy: 'edit-environment',
      sent: false,
    },
  );
}

export function notBearer(): ServiceError {
  return new ServiceError(t('The API issued a token of an unknown type.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Check authUrl in the vehicleData.environments setting.'),
    sent: false,
  });
}

export function stillTrying(cause?: unknown): ServiceError {
  return new ServiceError(t('The tokens have not been refreshed yet.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: t('The refresh continues in the background. Try again in a minute.'),
    sent: true,
    cause,
  });
}

export function lockBusy(): ServiceError {
  return new ServiceError(t('Another window is refreshing this session.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: t('Try again in a minute.'),
    sent: false,
  });
}

export function diskFull(): ServiceError {
  return unsent(
    'retry',
    t('The tokens were not refreshed: the disk is full or read-only.'),
    t('Free some space, then try again.'),
  );
}

export function storageLocked(): ServiceError {
  return unsent(
    'retry',
    t('The stored sessions can’t be read: the system’s keyring does not respond.'),
    t('Unlock the keyring, then try again. You stay signed in.'),
  );
}

export function isStorageLocked({ message }: ServiceError): boolean {
  return message === storageLocked().message;
}
