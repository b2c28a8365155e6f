/** The environment is part of the id, so that it is known even if the session can't be read. */
export function newSessionId(environment: string): string {
  return `${encodeURIComponent(environment.toWellFormed())}.${globalThis.crypto.randomUUID()}`;
}

export function environmentOfSession(id: string): string {
  try {
    return decodeURIComponent(id.slice(0, id.lastIndexOf('.')));
  } catch {
    return '';
  }
}
