/** Where the tokens of a session may be sent: to the origins that they were issued for, and to those allowed since. */
import type { StoredSession } from './stored-session.ts';

type Bound = Pick<StoredSession, 'origins'>;

/** A session stored by an earlier version of the extension is not bound to any origin until a window reads it. */
export function isAllowedOrigin({ origins }: Bound, url: string): boolean {
  return isBoundTo({ origins }, [new URL(url).origin]);
}

/** Whether the tokens may be sent to all of the origins. True for the sandbox, whose sessions have none. */
export function isBoundTo({ origins }: Bound, others: readonly string[] | undefined): boolean {
  return origins === undefined || others === undefined || others.every((origin) => origins.includes(origin));
}
