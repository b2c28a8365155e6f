import * as vscode from 'vscode';
import type { VehicleResource } from '../../../service/model/vehicle-data.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { isNode } from './ask-vehicle.ts';
import type { CommandArgument } from './ask-vehicle.ts';
import { rawText } from './raw-text.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { asFileName } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';

const scheme = 'vehicle-data-json';

type RawKind = VehicleResource['kind'];
const rawKinds = ['vehicle', 'capacity', 'permissions', 'records'] as const satisfies readonly RawKind[];

/**
 * What the service answers about a vehicle, as documents that can't be edited. Their names end in what the JSON schemas
 * of this extension are for (`contributes.jsonValidation`), so that hovers and squiggles know the contract.
 */
export class RawJson implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    const { workspace } = vscode;
    this.#subscription = vscode.Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Asks the service and shows the answer; again where it is open already. Rejects with ServiceError. */
  async open(vehicle: VehicleEntry, question: VehicleResource): Promise<void> {
    const location = { viewId: 'vehicleData.vehicles' };
    const text = await window.withProgress({ location }, () => vehicle.account.rawJson(question));
    const { value } = vehicle.attributes;
    const name = asFileName(value ? vehicleName(value) : vehicle.id);
    const path = `/${vehicle.id}/${name}.${question.kind}.vehicle-data.json`;
    const uri = vscode.Uri.from({ scheme, path });
    this.#texts.set(uri.toString(), rawText(text));
    this.#changed.fire(uri);
    await window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Which answer is meant: the one that the line is from, or that automation names; else the vehicle's attributes. */
export function rawKindOf(argument: TreeNode | CommandArgument | undefined): RawKind {
  if (!argument) return 'vehicle';
  if (!isNode(argument)) return rawKinds.find((kind) => kind === argument.kind) ?? 'vehicle';
  if (argument.kind === 'permission') return 'permissions';
  return rawKinds.find((kind) => argument.kind === 'field' && kind === argument.field) ?? 'vehicle';
}
