/** A message of a map from names to payloads: the payload with its name as `type`. */
export type MessageOf<Payloads, Name extends keyof Payloads = keyof Payloads> = {
  [Each in Name]: { readonly type: Each } & Payloads[Each];
}[Name];

/** One handler for each message, none missing and none unknown; that of a request returns its answer. */
export type HandlersOf<Payloads, Summary = unknown> = {
  readonly [Name in keyof Payloads]: (
    message: MessageOf<Payloads, Name>,
  ) => Name extends keyof Summary ? Promise<Summary[Name]> : unknown;
};

/** Gives a message to its handler, and returns what that returns. */
export function dispatch<Payloads>(handlers: HandlersOf<Payloads>, message: MessageOf<Payloads>): unknown {
  const handle = handlers[message.type] as (message: MessageOf<Payloads>) => unknown;
  return handle(message);
}
