import * as vscode from 'vscode';
import { t } from '../../../common/translate.ts';
import { type EnvironmentEntry, idFieldOf, versionsOf } from '../settings/environment-entry.ts';
import { isSandboxEnvironment } from '../settings/environments.ts';
import { withPreset } from '../settings/read-environment.ts';
import type { WritableEnvironmentSettings } from '../settings/user-settings.ts';
import { window } from '../../window/window.ts';
import { withoutPreset } from './add-environment.ts';

/** Two entries of one application: earlier releases needed one for each version. */
interface Pair {
  /** That of version 2.0, and then of both. */
  readonly name: string;
  readonly former: string;
  readonly joined: EnvironmentEntry;
}

/** The pairs of entries, each for one version, with the same application ID. */
export function pairsOf(entries: Readonly<Record<string, unknown>>): readonly Pair[] {
  const all = Object.entries(entries)
    .filter(([name]) => !isSandboxEnvironment(name))
    .map(([name, setting]) => ({ name, entry: withPreset(name, setting) }));
  const older = all.filter(({ entry }) => versionsOf(entry).join() === '2.0');
  const newer = all.filter(({ entry }) => versionsOf(entry).join() === '3');
  return older.flatMap(({ name, entry }) =>
    newer
      .filter((other) => idOf(entry) !== undefined && idOf(entry) === idOf(other.entry))
      .map((other) => ({ name, former: other.name, joined: joinedEntry(name, entry, other) })),
  );
}

function idOf(entry: EnvironmentEntry): string | undefined {
  const id: unknown = entry[idFieldOf(entry)];
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

function joinedEntry(
  name: string,
  { version: _, ...entry }: EnvironmentEntry,
  { name: formerName, entry: { apiClientId, authUrl, baseUrl, scopes } }: { name: string; entry: EnvironmentEntry },
): EnvironmentEntry {
  const ofVersion3 = { apiClientId, authUrlV3: authUrl, baseUrlV3: baseUrl, formerName };
  const both = entry.scopes && scopes && [...new Set([...entry.scopes, ...scopes])];
  return withoutPreset(name, { ...entry, ...ofVersion3, scopes: both });
}

const askedName = 'vehicleData.askedToJoin';

/** Offers once to join a pair. Sessions, scopes and the secret of the entry that goes stay usable by its name. */
export async function offerToJoin(
  settings: Pick<WritableEnvironmentSettings, 'entries' | 'write'>,
  memory: Pick<vscode.Memento, 'get' | 'update'>,
): Promise<void> {
  const asked = memory.get<readonly string[]>(askedName, []);
  const keyOf = ({ name, former }: Pair) => JSON.stringify([name, former]);
  const pair = pairsOf(settings.entries()).find((each) => !asked.includes(keyOf(each)));
  if (!pair || !vscode.window.state.focused) return;
  await memory.update(askedName, [...asked, keyOf(pair)]);
  const { name, former } = pair;
  const message = t('“{0}” and “{1}” are one application. Join them as “{0}” with both versions?', name, former);
  const join = vscode.l10n.t('Join');
  if ((await window.showInformationMessage(message, join, vscode.l10n.t('Not Now'))) !== join) return;
  // They may have been edited meanwhile.
  const now = pairsOf(settings.entries()).find((each) => keyOf(each) === keyOf(pair));
  if (!now) return;
  await settings.write(name, now.joined);
  await settings.write(former, undefined);
}
