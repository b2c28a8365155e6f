import type { RedirectVerdict, ResultPage } from '../../auth/sign-in/redirect-listener.ts';
import { t } from '../../../common/translate.ts';
import type { ReauthenticationRedirect } from '../../../service/oauth/connect-url.ts';
import { readReauthenticationRedirect, reauthenticationUrl } from '../../../service/oauth/connect-url.ts';
import { olderPage, type Visit } from './owner-redirect.ts';

/**
 * Sends the owner to the address from the service's error, where the sign-in with the vehicle maker can be repaired,
 * and waits for the redirect (public). Rejects with ServiceError.
 *
 * @param state base64url, new for each visit
 */
export async function visitOwnerPage(ownerUrl: string, state: string, visit: Visit): Promise<ReauthenticationRedirect> {
  const came = await visit({
    address: (redirectUri) => reauthenticationUrl(ownerUrl, redirectUri, state),
    judge: (url) => judge(readReauthenticationRedirect(url), state),
  });
  return readReauthenticationRedirect(came);
}

/** A redirect of another request must not end this wait. */
function judge(redirect: ReauthenticationRedirect, state: string): RedirectVerdict {
  if (redirect.state !== state) return olderPage();
  const text = t('Go back to VS Code. You can close this page.');
  const page: ResultPage =
    redirect.kind === 'done'
      ? { tone: 'success', title: t('Signed in again'), text }
      : { tone: 'refused', title: t('Not signed in'), text };
  return { isTaken: true, page };
}
