import type { SessionState } from '../../auth/sessions/session-info.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import type { Remedy, ServiceError } from '../../../service/model/errors.ts';

/** Something that went wrong, as text for the user. */
export interface Problem {
  readonly message: string;
  readonly nextStep: string;
  /** Undefined if no button would help. */
  readonly remedy: Exclude<Remedy, 'none'> | 'unlock' | undefined;
  /** The earliest time for a retry, in milliseconds since 1970; undefined if any time will do. */
  readonly retryAt: number | undefined;
  /** True if it is a fact about the vehicle rather than a failure: nobody can change it, or nothing is stored yet. */
  readonly isFact: boolean;
  readonly requestId: string | undefined;
}

export function problemOf(error: ServiceError): Problem {
  return {
    message: plainText(error.message),
    nextStep: plainText(error.nextStep),
    remedy: error.remedy === 'none' ? undefined : error.remedy,
    retryAt: error.retryAt,
    isFact: error.turn === 'nobody' || error.isEmpty,
    requestId: error.requestId === undefined ? undefined : plainText(error.requestId, 100),
  };
}

/** The problem of a session that can't be used now, shown once per account; undefined if requests are worth trying. */
export function problemOfSession({
  state,
  ownerId,
}: {
  readonly state: SessionState;
  readonly ownerId?: string | undefined;
}): Problem | undefined {
  const common = { isFact: false, requestId: undefined, retryAt: undefined };
  switch (state) {
    case 'fresh':
    case 'application':
    case 'expiring':
    case 'refreshing':
    case 'offline':
      return undefined;
    case 'needs-owner':
      // Version 3 needs no tokens of the owner's.
      if (ownerId !== undefined) return undefined;
      return {
        message: t('Access has ended.'),
        nextStep: t('Connect this account again. Earlier data is kept.'),
        remedy: 'reconnect',
        ...common,
      };
    case 'locked':
      return {
        message: t('The keyring can’t be read.'),
        nextStep: t('Unlock the keyring, then try again. If the key is lost, connect again.'),
        remedy: 'unlock',
        ...common,
      };
  }
}
