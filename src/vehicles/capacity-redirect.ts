import type { OpenRedirectListener, RedirectVerdict } from '../auth/redirect-listener.ts';
import type { Translate } from '../common/translate.ts';
import { ServiceError } from '../service/errors.ts';
import type { AwaitRedirect } from './choose-capacity.ts';

/** How long the owner may take to choose. */
export const choiceLimitMs = 10 * 60 * 1000;

/** Waits for the owner's choice of a capacity with the listener that also serves sign-in. */
export function capacityRedirect(openListener: OpenRedirectListener, t: Translate): AwaitRedirect {
  return async ({ redirectUri, open, signal }) => {
    const listener = await openListener(redirectUri, (url) => judge(url, t));
    const timeout = AbortSignal.timeout(choiceLimitMs);
    try {
      const redirect = listener.next(AbortSignal.any([signal, timeout]));
      // It may fail, or come, while the browser still opens.
      redirect.catch(() => undefined);
      if (!(await open(listener.redirectUri))) throw noBrowser(t);
      return await redirect;
    } catch (error) {
      throw timeout.aborted && !signal.aborted ? tookTooLong(t) : error;
    } finally {
      listener.dispose();
    }
  };
}

/** The redirect has no `state` to check (public), so each that names a vehicle or an error is taken. */
function judge({ searchParams }: URL, t: Translate): RedirectVerdict {
  if (searchParams.has('error')) {
    const text = t('Nothing was changed. You can close this page and go back to VS Code.');
    return { isTaken: true, page: { tone: 'refused', title: t('No capacity was chosen'), text } };
  }
  if (searchParams.has('vehicle_id')) {
    const text = t('You can close this page and go back to VS Code.');
    return { isTaken: true, page: { tone: 'success', title: t('Thank you, the capacity is chosen'), text } };
  }
  const text = t('This address is only for the answer to the choice of a battery capacity.');
  return { isTaken: false, page: { tone: 'ignored', title: t('Nothing to see here'), text } };
}

function noBrowser(t: Translate): ServiceError {
  return new ServiceError(t('No browser could be opened.'), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Set a default browser, then try again.'),
    sent: false,
  });
}

function tookTooLong(t: Translate): ServiceError {
  return new ServiceError(t('The owner has not chosen a capacity within {0} minutes.', choiceLimitMs / 60_000), {
    kind: 'timeout',
    turn: 'owner',
    nextStep: t('Start the choice again when the owner is there.'),
    sent: false,
  });
}
