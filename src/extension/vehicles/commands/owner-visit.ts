import * as vscode from 'vscode';
import { abortWith, timeLimit } from '../../../common/abort-with.ts';
import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { VisitRefusal } from '../../../service/oauth/connect-url.ts';
import type { OpenRedirectListener } from '../../auth/sign-in/pending-redirects.ts';
import type { RedirectVerdict } from '../../auth/sign-in/result-page.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { window } from '../../window/window.ts';

/** How long the owner may take. The port is in use meanwhile. */
const visitLimitMs = 10 * 60_000;

/** A page of the service to which the owner is sent. */
interface OwnerPage {
  /** Makes the address to open, which may hold a token, from the listener's redirect URI. */
  readonly address: (redirectUri: string) => string;
  /** Decides which redirect ends the wait. */
  readonly judge: (url: URL) => RedirectVerdict;
}

/** Sends the owner to a page of the service and waits for the redirect. Rejects with ServiceError. */
export type Visit = (page: OwnerPage) => Promise<URL>;

/** Runs a visit of the owner in the browser, with a notification that shows `title` and can cancel it. */
export async function visitOwner<T>(
  title: string,
  environments: Environments,
  openRedirectListener: OpenRedirectListener,
  go: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { redirectUri } = await environments.resolve(environments.current());
  const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(progress, (_, token) => {
    const signal = abortWith(token);
    return go((page) => visit(page, redirectUri, openRedirectListener, signal));
  });
}

/** Waits for the redirect with the same listener as sign-in. */
async function visit(
  { address, judge }: OwnerPage,
  redirectUri: string,
  openRedirectListener: OpenRedirectListener,
  signal: AbortSignal,
): Promise<URL> {
  const listener = await openRedirectListener(redirectUri, judge);
  const timeout = timeLimit(visitLimitMs);
  try {
    const redirect = listener.next(AbortSignal.any([signal, timeout]));
    // The wait may fail or end while the browser still opens.
    redirect.catch(() => undefined);
    await openBrowser(address(listener.redirectUri));
    return await redirect;
  } catch (error) {
    if (signal.aborted) throw visitCancelled(error);
    throw timeout.aborted ? tookTooLong(error) : error;
  } finally {
    listener.dispose();
  }
}

async function openBrowser(url: string): Promise<void> {
  const { l10n, env } = vscode;
  // A string reaches the browser unchanged; a Uri would re-encode the query. VS Code accepts both.
  if (await env.openExternal(url as unknown as vscode.Uri)) return;
  const copy = l10n.t('Copy Link');
  const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
  // Not awaited: the owner may come back before the user responds.
  void window.showWarningMessage(message, copy).then((choice) => {
    if (choice === copy) void env.clipboard.writeText(url);
  });
}

/** What the browser shows for a redirect of an older request. */
export function olderPage(): RedirectVerdict {
  const text = t('Continue on the page that VS Code opened last.');
  return { isTaken: false, page: { tone: 'ignored', title: t('This page is from an older request'), text } };
}

export function visitCancelled(cause?: unknown): ServiceError {
  const nextStep = t('Start again when you are ready.');
  return new ServiceError(t('The request to the owner was canceled.'), {
    kind: 'cancelled',
    turn: 'nobody',
    nextStep,
    sent: false,
    cause,
  });
}

function tookTooLong(cause: unknown): ServiceError {
  return new ServiceError(t('The owner did not return within {0} minutes.', visitLimitMs / 60_000), {
    kind: 'timeout',
    turn: 'owner',
    nextStep: t('Start again when the owner is ready. If the browser shows an error, check the client ID.'),
    sent: false,
    cause,
  });
}

/**
 * The failure of a visit that the owner or the service has ended with an error. The visit can be repeated at any time,
 * unless the application's configuration is wrong, which only its developer can fix.
 *
 * @param message what was not done, and why
 * @param nextStep what to do if the visit can be repeated
 */
export function visitRefused({ error }: VisitRefusal, message: string, nextStep: string): ServiceError {
  const isMistake = error === 'configuration_error';
  return new ServiceError(message, {
    kind: 'oauth',
    turn: isMistake ? 'developer' : 'owner',
    nextStep: isMistake ? t('Compare the client ID and redirect URI of the environment with the dashboard.') : nextStep,
    type: error,
    sent: true,
  });
}
