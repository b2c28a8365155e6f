import type { OpenRedirectListener, RedirectVerdict } from '../../auth/sign-in/redirect-listener.ts';
import type { Translate } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';

/** How long the owner may take. A port stays taken meanwhile. */
const visitLimitMs = 10 * 60_000;

/** Waits at a redirect URI for the browser to come back. Rejects with ServiceError. */
export type AwaitRedirect = (wait: {
  /** As registered with the application; port 0 lets this machine choose. */
  readonly redirectUri: string;
  /** Which redirect ends the wait. */
  readonly judge: (url: URL) => RedirectVerdict;
  /** Called once the listener stands, with the address it stands at. */
  readonly open: (actualRedirectUri: string) => Promise<void>;
  readonly signal: AbortSignal;
}) => Promise<URL>;

/** What a visit of the owner to a page of the service is made with. */
export interface OwnerVisit {
  readonly awaitRedirect: AwaitRedirect;
  /** Sends the owner's browser to an address that may hold a token. */
  readonly openBrowser: (url: string) => Promise<void>;
  /** As registered with the application; port 0 lets this machine choose. */
  readonly redirectUri: string;
  readonly signal: AbortSignal;
  readonly t: Translate;
}

/** Waits for the owner's return with the listener that also serves sign-in. */
export function ownerRedirect(openListener: OpenRedirectListener, t: Translate): AwaitRedirect {
  return async ({ redirectUri, judge, open, signal }) => {
    const listener = await openListener(redirectUri, judge);
    const timeout = AbortSignal.timeout(visitLimitMs);
    try {
      const redirect = listener.next(AbortSignal.any([signal, timeout]));
      // It may fail, or come, while the browser still opens.
      redirect.catch(() => undefined);
      await open(listener.redirectUri);
      return await redirect;
    } catch (error) {
      if (signal.aborted) throw visitCancelled(t, error);
      throw timeout.aborted ? tookTooLong(t, error) : error;
    } finally {
      listener.dispose();
    }
  };
}

export function visitCancelled(t: Translate, cause?: unknown): ServiceError {
  const nextStep = t('Start it again when you like.');
  return new ServiceError(t('The choice was cancelled.'), {
    kind: 'cancelled',
    turn: 'nobody',
    nextStep,
    sent: false,
    cause,
  });
}

function tookTooLong(t: Translate, cause: unknown): ServiceError {
  return new ServiceError(t('The owner has not come back within {0} minutes.', visitLimitMs / 60_000), {
    kind: 'timeout',
    turn: 'owner',
    nextStep: t('Start it again when the owner is there. If the browser showed an error, check the client id.'),
    sent: false,
    cause,
  });
}
