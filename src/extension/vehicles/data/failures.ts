import { t } from '../../../common/translate.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import type { Account } from './account.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import { problemOf } from './problem.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/**
 * The failures of the last attempts, those with the widest effect first. What a vehicle can never do is not among them:
 * its lines state that, and it is no news at each refresh.
 */
export function failuresOf(from: VehicleDirectory | Account | VehicleEntry): ServiceError[] {
  const errors =
    'accounts' in from
      ? [from.sessionsError, ...from.accounts.flatMap(failuresOf)]
      : 'vehicles' in from
        ? [from.list.error, ...from.vehicles.flatMap(failuresOf)]
        : from.failures.filter(({ turn, isEmpty }) => turn !== 'nobody' && !isEmpty);
  return errors.filter((error) => error !== undefined);
}

/** One message for any number of failures, so that a lost connection to fifty vehicles is reported once. */
export function tell(failures: readonly [ServiceError, ...ServiceError[]]): string {
  const { message, nextStep } = problemOf(failures[0]);
  const others = new Set(failures.map((failure) => failure.message)).size - 1;
  return others === 0
    ? `${message} ${nextStep}`
    : `${message} ${nextStep} ${t('More problems in the view: {0}.', others)}`;
}
