import { t } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';

export function signedOut(): ServiceError {
  return new ServiceError(t('This account was signed out.'), {
    kind: 'input',
    turn: 'reconnect',
    nextStep: t('Connect it again.'),
    sent: false,
  });
}

export function sessionBroken(): ServiceError {
  return new ServiceError(t('What is stored of this session is unreadable.'), {
    kind: 'input',
    turn: 'reconnect',
    nextStep: t('Connect the account again.'),
    sent: false,
  });
}

export function needsOwner(label: string, cause?: unknown): ServiceError {
  return new ServiceError(t('The access of {0} has ended: the service no longer accepts its refresh token.', label), {
    kind: 'oauth',
    turn: 'reconnect',
    nextStep: t('Connect the account again; the owner has to allow access once more.'),
    sent: true,
    cause,
  });
}

export function otherClient(environment: string): ServiceError {
  return new ServiceError(
    t('The client id of "{0}" is not the one that this account was connected with.', environment),
    {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Put the former client id back into the settings, or connect the account again.'),
      sent: false,
    },
  );
}

export function notBearer(): ServiceError {
  return new ServiceError(t('The service issued a token of a kind that this extension does not know.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Check authUrl of the environment. The tokens are kept, but not sent.'),
    sent: false,
  });
}

export function stillTrying(cause?: unknown): ServiceError {
  return new ServiceError(t('The service has not renewed the tokens yet.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: t('Try again in a minute; the renewal goes on in the background.'),
    sent: true,
    cause,
  });
}

export function lockBusy(): ServiceError {
  return new ServiceError(t('Another window is renewing this session and has not finished.'), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: t('Try again in a minute.'),
    sent: false,
  });
}

export function diskFull(): ServiceError {
  return new ServiceError(t("The tokens were not renewed: this machine's disk is full or can't be written."), {
    kind: 'input',
    turn: 'retry',
    nextStep: t('Free some space, then try again. Nothing is lost.'),
    sent: false,
  });
}
