/** The names of session files, and what a name reveals. */

const endings = { session: '.session', intent: '.intent', next: '.next', draft: '.put' } as const;

/** A unique part of a file name. */
export function randomName(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}

/** File systems allow 255 characters; endings take up to 60. */
const longestStem = 150;
const randomPart = 37;

/** The id holds an environment name, which may be any text; the random part at its end keeps the file name unique. */
export function stemOf(id: string): string {
  const stem = id.replace(/[^\w.-]/g, '_');
  return stem.length <= longestStem ? stem : stem.slice(0, longestStem - randomPart) + stem.slice(-randomPart);
}

export function sessionName(id: string): string {
  return stemOf(id) + endings.session;
}

export function intentName(id: string): string {
  return stemOf(id) + endings.intent;
}

export function nextName(id: string, attempt: string): string {
  return `${stemOf(id)}.${attempt}${endings.next}`;
}

export function alternateName(id: string, generation: number): string {
  return `${stemOf(id)}.alt.${generation}.${randomName()}`;
}

/** Whether the file holds, or was reserved for, a pair that was not moved into place. */
export function isNextOf(id: string, name: string): boolean {
  return name.startsWith(`${stemOf(id)}.`) && name.endsWith(endings.next);
}

export function isAlternateOf(id: string, name: string): boolean {
  return name.startsWith(`${stemOf(id)}.alt.`);
}

/** Name of a file that is being written, before it is moved into place. */
export function draftName(name: string): string {
  return `${name}.${randomName()}${endings.draft}`;
}

export function isDraft(name: string): boolean {
  return name.endsWith(endings.draft);
}

/** The generation of a pair that {@link isAlternateOf} the session. */
export function alternateGeneration(id: string, name: string): number {
  return Number.parseInt(name.slice(`${stemOf(id)}.alt.`.length), 10);
}

/** Name of an empty file which records that the user was asked to reconnect the session after this generation ended. */
export function reconnectNoteName(id: string, generation: number): string {
  return `${stemOf(id)}.${generation}.told`;
}

/** The stem and generation in a {@link reconnectNoteName}; undefined for other files. */
export function parseReconnectNote(name: string): { readonly stem: string; readonly generation: number } | undefined {
  const [, stem, generation] = /^(.+)\.(\d+)\.told$/.exec(name) ?? [];
  return stem === undefined ? undefined : { stem, generation: Number(generation) };
}

/** The stem of a session's file; undefined for other files. */
export function sessionStem(name: string): string | undefined {
  return name.endsWith(endings.session) ? name.slice(0, -endings.session.length) : undefined;
}

/** The stem of an intent; undefined for other files. */
export function intentStem(name: string): string | undefined {
  return name.endsWith(endings.intent) ? name.slice(0, -endings.intent.length) : undefined;
}
