import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import type { OpenRedirectListener } from '../../auth/sign-in/redirect-listener.ts';
import { ownerVisit, type Visit } from './owner-redirect.ts';
import { window } from '../../window/window.ts';

/** What is needed to send the owner to a page of the service and to wait for the redirect. */
export interface OwnerVisitDeps {
  readonly environment: () => string;
  /** Rejects with ServiceError that says what to set. */
  readonly resolveEnvironment: (name: string) => Promise<Pick<ServiceEnvironment, 'redirectUri'>>;
  /** Opens the listener for the redirect. */
  readonly openRedirectListener: OpenRedirectListener;
  /** Takes the address as a string, because VS Code's `Uri` decodes parts of a query. */
  readonly openExternal: (url: string) => Promise<boolean>;
}

/** Runs a visit of the owner in the browser, with a notification that shows `title` and can cancel it. */
export async function visitOwner<T>(
  title: string,
  { environment, resolveEnvironment, openRedirectListener, openExternal }: OwnerVisitDeps,
  go: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { redirectUri } = await resolveEnvironment(environment());
  const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(progress, (_, token) => {
    const openBrowser = (url: string) => openOrOfferLink(url, openExternal);
    return go(ownerVisit({ openRedirectListener, openBrowser, redirectUri, signal: abortWith(token) }));
  });
}

async function openOrOfferLink(url: string, openExternal: OwnerVisitDeps['openExternal']): Promise<void> {
  if (await openExternal(url)) return;
  const { l10n, env } = vscode;
  const copy = l10n.t('Copy Link');
  const message = l10n.t('No browser opened. Copy the link and open it in a browser on this machine.');
  // Not awaited: the owner may come back before the user responds.
  void window.showWarningMessage(message, copy).then((choice) => {
    if (choice === copy) void env.clipboard.writeText(url);
  });
}
