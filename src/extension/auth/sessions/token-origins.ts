/** Where the tokens of a session may be sent: to the origins that they were made for, and to those allowed since. */
import type { StoredSession } from './stored-session.ts';

type Bound = Pick<StoredSession, 'origins'>;

/** A session of an earlier version is bound to nothing, until a window sees it. */
export function isAllowedOrigin({ origins }: Bound, url: string): boolean {
  return isBoundTo({ origins }, [new URL(url).origin]);
}

/** Whether the tokens may go to all of the origins; yes for the sandbox, whose have none. */
export function isBoundTo({ origins }: Bound, others: readonly string[] | undefined): boolean {
  return origins === undefined || others === undefined || others.every((origin) => origins.includes(origin));
}
