import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';

/** @param variable that could provide it */
export function noSecret(variable: string, environment: string): ServiceError {
  return new ServiceError(t('No client secret is stored for environment “{0}”.', environment), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Run “Vehicle Data: Set Client Secret…”, or set {0} before VS Code starts.', variable),
    remedy: 'set-secret',
    sent: false,
  });
}

/** Suggests to rename all but the first: built-in names, which can't be renamed, come first. */
export function sharedVariable(secretNames: readonly string[], variable: string): ServiceError {
  // See `secretName`: that of version 3 may have a suffix.
  const names = secretNames.map((name) => name.replace(/:v3$/, ''));
  const quoted = (some: readonly string[]) => some.map((name) => t('“{0}”', name)).join(', ');
  return new ServiceError(t('The environments {0} share the client secret in {1}.', quoted(names), variable), {
    kind: 'input',
    turn: 'developer',
    nextStep: t(
      'Rename {0} in the setting vehicleData.environments, or run “Vehicle Data: Set Client Secret…” for each.',
      quoted(names.slice(1)),
    ),
    remedy: 'set-secret',
    sent: false,
  });
}

export function otherAddress(environment: string, origins: readonly string[], origin: string): ServiceError {
  return new ServiceError(
    t('“{0}” now points to {1}. Its client secret belongs to {2}.', environment, origin, origins.join(', ')),
    {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Restore the former address, or set the client secret again for the new one.'),
      remedy: 'edit-environment',
      sent: false,
    },
  );
}
