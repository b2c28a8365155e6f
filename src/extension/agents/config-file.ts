import { isUtf8 } from 'node:buffer';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readBoundedFile, type Unreadable } from '../../common/files/read-file.ts';
import { linkTarget, writeAtomically } from '../../common/files/write-file.ts';
import { t } from '../../common/translate.ts';
import type { Added } from './add-to-json.ts';
import { type AgentConfig, serverName } from './agent-configs.ts';

/** The maximum size of a configuration, in bytes. People write these by hand, so they are small. */
const largest = 4 * 1024 * 1024;

type Config = Pick<AgentConfig, 'base' | 'file' | 'add'>;

export interface ConfigFile {
  /** The content; empty if there is no file. */
  readonly text: string;
  /** The content with the server added, or why it cannot be added. */
  readonly added: Added | Exclude<Unreadable, 'missing'>;
  /** The file that is actually written. */
  readonly place: string;
  /** The same path if it differs from the agent's file, because the file or a folder above it is a link. */
  readonly leadsTo: string | undefined;
}

/**
 * Reads an agent's file. A file that is not UTF-8 is `unreadable`, because writing it would change it. Rejects with the
 * file system's error.
 */
export async function readConfig({ base, file, add }: Config): Promise<ConfigFile> {
  const place = await endOfLinks(file);
  const isLink = place !== path.join(await endOfLinks(base), path.relative(base, file));
  const where = { place, leadsTo: isLink ? place : undefined };
  const bytes = await readBoundedFile(place, largest);
  if (bytes === 'missing') return { text: '', added: add(''), ...where };
  if (typeof bytes === 'string') return { text: '', added: bytes, ...where };
  const text = bytes.toString();
  return { text, added: isUtf8(bytes) ? add(text) : 'unreadable', ...where };
}

/**
 * Adds the server to the current content of the file, atomically. Rejects, leaving the file unchanged, if that is not
 * possible or if the file is not the one that the person agreed to.
 *
 * @param asked what was shown to the person
 */
export async function addServer(config: Config, asked: Pick<ConfigFile, 'place'>): Promise<void> {
  const { added, place } = await readConfig(config);
  if (typeof added === 'string' || place !== asked.place)
    throw new Error(t('The file has changed. Run the command again.'));
  await mkdir(path.dirname(place), { recursive: true });
  await writeAtomically(place, [added.text]);
}

/**
 * The question before the file is written. It has the path that the person knows and, if that is a link, its target.
 */
export function questionOf(
  { file, isShared }: Pick<AgentConfig, 'file' | 'isShared'>,
  { leadsTo }: Pick<ConfigFile, 'leadsTo'>,
): string {
  const question = isShared
    ? t('Add “{0}” to {1}? Others who open this project get it too, and need the extension.', serverName, file)
    : t('Add “{0}” to {1}?', serverName, file);
  return leadsTo === undefined
    ? question
    : `${question} ${t('That path is a link to {0}, which will be changed.', leadsTo)}`;
}

/** Why the person has to add the server themselves. */
export function refusalOf(why: Exclude<ConfigFile['added'], object | 'present'>, file: string): string {
  switch (why) {
    case 'not-a-file':
      return t('{0} is not a file. Copy the server and add it yourself.', file);
    case 'too-large':
      return t('{0} is too large to change. Copy the server and add it yourself.', file);
    case 'unreadable':
      return t('{0} can’t be changed safely. Copy the server and add it yourself.', file);
  }
}

/** Resolves all links in a path, even if the path does not exist yet. */
async function endOfLinks(file: string): Promise<string> {
  const target = await linkTarget(path.resolve(file));
  const parent = path.dirname(target);
  if (parent === target) return target;
  const folder = await realpath(parent).catch(() => endOfLinks(parent));
  return path.join(folder, path.basename(target));
}
