import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';

/** In a file of its own, because it is the only error of this room that is needed when the extension starts. */
export function storageLocked(): ServiceError {
  return new ServiceError(t('The stored sessions can’t be read: the system’s keyring does not respond.'), {
    kind: 'input',
    turn: 'retry',
    nextStep: t('Unlock the keyring, then try again. You stay signed in.'),
    sent: false,
  });
}

export function isStorageLocked({ message }: ServiceError): boolean {
  return message === storageLocked().message;
}
