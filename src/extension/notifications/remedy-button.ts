import type { Translate } from '../../common/translate.ts';
import { type Remedy, ServiceError } from '../../service/model/errors.ts';

/** The button shown with a failure. */
export interface RemedyButton {
  readonly label: string;
  /** The command that it runs; undefined if the caller has to provide the action. */
  readonly command?: string;
}

/** Undefined if a button would do nothing. */
export function remedyButton(remedy: Remedy, t: Translate): RemedyButton | undefined {
  switch (remedy) {
    case 'retry':
      return { label: t('Try Again') };
    case 'reconnect':
      return { label: t('Connect Again'), command: 'vehicleData.connect' };
    case 'owner-page':
      return { label: t('Open Owner’s Page'), command: 'vehicleData.openOwnerPage' };
    case 'edit-environment':
      return { label: t('Edit Environment'), command: 'vehicleData.editEnvironment' };
    case 'set-secret':
      return { label: t('Set Client Secret'), command: 'vehicleData.setClientSecret' };
    case 'subscribe':
      return { label: t('Subscribe Vehicles'), command: 'vehicleData.subscribeVehicles' };
    case 'explain-version':
      return { label: t('See What Changes'), command: 'vehicleData.openHelp' };
    case 'none':
      return undefined;
  }
}

/**
 * The remedy of a failure to sign in or to get tokens. If the developer has to act, it edits the environment, but not
 * where a proxy refused.
 */
export function signInRemedy(error: unknown): Remedy {
  if (!(error instanceof ServiceError)) return 'retry';
  const { kind, turn, remedy } = error;
  if (turn === 'developer' && kind !== 'network' && (remedy === 'none' || remedy === 'retry'))
    return 'edit-environment';
  return remedy;
}
