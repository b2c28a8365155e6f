/** How the files of sessions are called, and what a name tells. */

const endings = { session: '.session', intent: '.intent', next: '.next', draft: '.put' } as const;

/** Part of a name that nobody else picks. */
export function randomName(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}

/** File systems take 255; endings are up to 60. */
const longestStem = 150;
const randomPart = 37;

/** The id holds an environment name, which may be anything; its random part, at its end, keeps the file name unique. */
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

/** Pairs that were written, or about to be, and not moved into place. */
export function isNextOf(id: string, name: string): boolean {
  return name.startsWith(`${stemOf(id)}.`) && name.endsWith(endings.next);
}

export function isAlternateOf(id: string, name: string): boolean {
  return name.startsWith(`${stemOf(id)}.alt.`);
}

/** A file that is being written, before it takes its place. */
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

/** An empty file that says: a person was asked to have the session, whose generation has ended, connected again. */
export function reconnectNoteName(id: string, generation: number): string {
  return `${stemOf(id)}.${generation}.told`;
}

/** Of which stem and generation {@link reconnectNoteName} is; undefined for other files. */
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
