import { ServiceError } from '../../service/model/errors.ts';
import type { Localization } from './session-errors.ts';

/** Stands apart from the other errors of the room, because it alone is needed as soon as the extension starts. */
export function storageLocked(l10n: Localization): ServiceError {
  return new ServiceError(l10n.t("The stored sessions can't be read: the system's keyring does not answer."), {
    kind: 'input',
    turn: 'retry',
    nextStep: l10n.t('Unlock the keyring, then try again. Nobody is signed out by this.'),
    sent: false,
  });
}
