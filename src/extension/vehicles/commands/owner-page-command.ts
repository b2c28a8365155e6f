import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { asServiceError } from '../../../service/model/errors.ts';
import { Account } from '../data/account.ts';
import { ownerOf } from '../explorer/node-owner.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { failuresOf } from '../data/failures.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import { visitRefused } from './owner-redirect.ts';
import { visitOwnerPage } from './owner-page.ts';
import { type OwnerVisitDeps, visitOwner } from './visit-owner.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** The argument that a notification passes; the tree passes one of its lines. */
interface OwnerPageArgument extends CommandArgument {
  readonly ownerUrl?: string;
}

interface OwnerPageDeps extends OwnerVisitDeps {
  readonly directory: VehicleDirectory;
}

/** "Open the Owner's Page": opens the address from the service's error, then retries. True once the owner is back. */
export function ownerPageCommand(ask: AskVehicle, deps: OwnerPageDeps) {
  return async function open(argument?: TreeNode | OwnerPageArgument): Promise<true | undefined> {
    const owner = (argument && isNode(argument) ? ownerOf(argument) : undefined) ?? deps.directory;
    const given = argument && !isNode(argument) ? argument.ownerUrl : undefined;
    const ownerUrl = given ?? failuresOf(owner).find((failure) => failure.ownerUrl !== undefined)?.ownerUrl;
    if (ownerUrl === undefined) {
      void window.showInformationMessage(l10n.t('The API offers no page for the owner at the moment.'));
      return undefined;
    }
    try {
      const state = randomBytes(16).toString('base64url');
      const waiting = l10n.t('Waiting for the owner to sign in with the manufacturer in the browser…');
      const redirect = await visitOwner(waiting, deps, (visit) => visitOwnerPage(ownerUrl, state, visit));
      if (redirect.kind === 'refused') {
        const nextStep = l10n.t('Open the page again when the owner is ready.');
        throw visitRefused(redirect.refusal, redirect.refusal.message, nextStep);
      }
      if (owner instanceof VehicleEntry || owner instanceof Account) await owner.reload('failed');
      else await owner.refresh('failed');
      ask.report(failuresOf(owner));
      return true;
    } catch (thrown) {
      ask.report([asServiceError(thrown)], () => open(argument), { opensBrowser: true });
      return undefined;
    }
  };
}
