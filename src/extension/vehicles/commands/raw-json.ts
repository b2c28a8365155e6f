import type { VehicleResource } from '../../../service/model/vehicle-data.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { isNode } from './ask-vehicle.ts';
import type { CommandArgument } from './ask-vehicle.ts';
import { rawText } from './raw-text.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { asFileName, type MemoryDocuments } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';

type RawKind = VehicleResource['kind'];
const rawKinds = ['vehicle', 'capacity', 'permissions', 'records'] as const satisfies readonly RawKind[];

/**
 * Requests data about a vehicle and shows the response. The document's name ends in a way that matches the JSON schemas
 * of this extension (`contributes.jsonValidation`), so that hovers and validation follow the specification. Rejects
 * with ServiceError.
 */
export async function openRawJson(
  documents: MemoryDocuments,
  vehicle: VehicleEntry,
  question: VehicleResource,
): Promise<void> {
  const location = { viewId: 'vehicleData.vehicles' };
  const text = await window.withProgress({ location }, () => vehicle.account.rawJson(question));
  const { value } = vehicle.attributes;
  const name = asFileName(value ? vehicleName(value) : vehicle.id);
  await documents.show(`/${vehicle.id}/${name}.${question.kind}.vehicle-data.json`, rawText(text));
}

/**
 * The response to show: the one behind the line, or the one that automation names, or else the vehicle's attributes.
 */
export function rawKindOf(argument: TreeNode | CommandArgument | undefined): RawKind {
  if (!argument) return 'vehicle';
  if (!isNode(argument)) return rawKinds.find((kind) => kind === argument.kind) ?? 'vehicle';
  if (argument.kind === 'permission') return 'permissions';
  return rawKinds.find((kind) => argument.kind === 'field' && kind === argument.field) ?? 'vehicle';
}
