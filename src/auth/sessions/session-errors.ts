import type { Translate } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';

/** Where the texts of this room are looked up; VS Code's `l10n` fits. */
export interface Localization {
  readonly t: Translate;
}

export function signedOut(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t('This account was signed out.'), {
    kind: 'input',
    turn: 'reconnect',
    nextStep: l10n.t('Connect it again.'),
    sent: false,
  });
}

export function sessionBroken(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t('What is stored of this session is unreadable.'), {
    kind: 'input',
    turn: 'reconnect',
    nextStep: l10n.t('Connect the account again.'),
    sent: false,
  });
}

export function needsOwner(l10n: Localization, label: string, cause?: unknown): ServiceError {
  return new ServiceError(
    l10n.t('The access of {0} has ended: the service no longer accepts its refresh token.', label),
    {
      kind: 'oauth',
      turn: 'reconnect',
      nextStep: l10n.t('Connect the account again; the owner has to allow access once more.'),
      sent: true,
      cause,
    },
  );
}

export function otherClient(l10n: Localization, environment: string): ServiceError {
  return new ServiceError(
    l10n.t('The client id of "{0}" is not the one that this account was connected with.', environment),
    {
      kind: 'input',
      turn: 'developer',
      nextStep: l10n.t('Put the former client id back into the settings, or connect the account again.'),
      sent: false,
    },
  );
}

export function notBearer(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t('The service issued a token of a kind that this extension does not know.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: l10n.t('Check authUrl of the environment. The tokens are kept, but not sent.'),
    sent: false,
  });
}

export function stillTrying(l10n: Localization, cause?: unknown): ServiceError {
  return new ServiceError(l10n.t('The service has not renewed the tokens yet.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: l10n.t('Try again in a minute; the renewal goes on in the background.'),
    sent: true,
    cause,
  });
}

export function lockBusy(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t('Another window is renewing this session and has not finished.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: l10n.t('Try again in a minute.'),
    sent: false,
  });
}

export function diskFull(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t("The tokens were not renewed: this machine's disk is full or can't be written."), {
    kind: 'input',
    turn: 'retry',
    nextStep: l10n.t('Free some space, then try again. Nothing is lost.'),
    sent: false,
  });
}
