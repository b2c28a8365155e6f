/** A message from a map of names to payloads: the payload with the name as its `type`. */
export type MessageOf<Payloads, Name extends keyof Payloads = keyof Payloads> = {
  [Each in Name]: { readonly type: Each } & Payloads[Each];
}[Name];

/** Exactly one handler for each message; the handler of a request returns the answer. */
export type HandlersOf<Payloads, Summary = unknown> = {
  readonly [Name in keyof Payloads]: (
    message: MessageOf<Payloads, Name>,
  ) => Name extends keyof Summary ? Promise<Summary[Name]> : unknown;
};

/** Passes a message to its handler and returns the handler's result. */
export function dispatch<Payloads>(handlers: HandlersOf<Payloads>, message: MessageOf<Payloads>): unknown {
  const handle = handlers[message.type] as (message: MessageOf<Payloads>) => unknown;
  return handle(message);
}
