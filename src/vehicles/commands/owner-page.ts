import type { RedirectVerdict, ResultPage } from '../../auth/sign-in/redirect-listener.ts';
import { t } from '../../common/translate.ts';
import type { ReauthenticationRedirect } from '../../service/oauth/connect-url.ts';
import { readReauthenticationRedirect, reauthenticationUrl } from '../../service/oauth/connect-url.ts';
import type { OwnerVisit } from './owner-redirect.ts';

interface OwnerPageVisit extends OwnerVisit {
  /** base64url, new for each visit. */
  readonly state: string;
}

/**
 * Sends the owner to the address that the service gave, where the sign-in with the vehicle maker is put right, and
 * waits for the way back (public). Rejects with ServiceError.
 */
export async function visitOwnerPage(ownerUrl: string, visit: OwnerPageVisit): Promise<ReauthenticationRedirect> {
  const { awaitRedirect, openBrowser, redirectUri, state, signal } = visit;
  const came = await awaitRedirect({
    redirectUri,
    judge: (url) => judge(readReauthenticationRedirect(url), state),
    open: (actualRedirectUri) => openBrowser(reauthenticationUrl(ownerUrl, actualRedirectUri, state)),
    signal,
  });
  return readReauthenticationRedirect(came);
}

/** The answer to another question must not end this wait. */
function judge(redirect: ReauthenticationRedirect, state: string): RedirectVerdict {
  if (redirect.state !== state) {
    const text = t('Continue on the page that VS Code opened last.');
    return { isTaken: false, page: { tone: 'ignored', title: t('This page is from an older request'), text } };
  }
  const text = t('Go back to VS Code. You can close this page.');
  const page: ResultPage =
    redirect.kind === 'done'
      ? { tone: 'success', title: t('Signed in again'), text }
      : { tone: 'refused', title: t('Not signed in'), text };
  return { isTaken: true, page };
}
