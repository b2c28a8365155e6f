import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { t } from '../../../common/translate.ts';
import { showingErrors } from '../../notifications/show-error.ts';
import {
  type ReauthenticationRedirect,
  readReauthenticationRedirect,
  reauthenticationUrl,
} from '../../../service/oauth/connect-url.ts';
import type { OpenRedirectListener } from '../../auth/sign-in/pending-redirects.ts';
import type { RedirectVerdict, ResultPage } from '../../auth/sign-in/result-page.ts';
import { window } from '../../window/window.ts';
import { failuresOf } from '../data/failures.ts';
import { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import { olderPage, type Visit, visitOwner, visitRefused } from './owner-visit.ts';

const { l10n } = vscode;

/** The argument that a notification passes; the tree passes one of its lines. */
interface OwnerPageArgument extends CommandArgument {
  readonly ownerUrl?: string;
}

/** "Open the Owner's Page": opens the address from the service's error, then retries. True once the owner is back. */
export function ownerPageCommand(ask: AskVehicle, openRedirectListener: OpenRedirectListener) {
  return async function open(argument?: TreeNode | OwnerPageArgument): Promise<true | undefined> {
    const owner = (argument && isNode(argument) ? argument.of : undefined) ?? ask.directory;
    const given = argument && !isNode(argument) ? argument.ownerUrl : undefined;
    const ownerUrl = given ?? failuresOf(owner).find((failure) => failure.ownerUrl !== undefined)?.ownerUrl;
    if (ownerUrl === undefined) {
      void window.showInformationMessage(l10n.t('The API offers no page for the owner at the moment.'));
      return undefined;
    }
    const visit = async () => {
      const state = randomBytes(16).toString('base64url');
      const waiting = l10n.t('Waiting for the owner to sign in with the manufacturer in the browser…');
      const redirect = await visitOwner(waiting, ask.environments, openRedirectListener, (way) =>
        visitOwnerPage(ownerUrl, state, way),
      );
      if (redirect.kind === 'refused') {
        const nextStep = l10n.t('Open the page again when the owner is ready.');
        throw visitRefused(redirect.refusal, redirect.refusal.message, nextStep);
      }
      await (owner instanceof VehicleDirectory ? owner.refresh('failed') : owner.reload('failed'));
      ask.report(failuresOf(owner));
      return true as const;
    };
    const environment = ask.environments.current();
    return showingErrors(visit, { environment, retry: () => open(argument), opensBrowser: true });
  };
}

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
