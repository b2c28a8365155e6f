import { assumed, type Rule } from '../../service/model/basis.ts';

/** The sandbox itself. */
export const sandboxRules = {
  'sandbox.control': assumed('What lies below /sandbox is the sandbox, not the service'),
  'sandbox.token-at-origin': assumed('POST / is the token endpoint too: the Python library posts to the origin'),
  'sandbox.hint': assumed('Sandbox-Hint says what there is in place of a path that was never there'),
  'sandbox.commands': assumed('Commands of version 3 are known, and not carried out: 501'),
  'sandbox.loopback': assumed('Requests of other hosts and other sites are refused'),
  'sandbox.webhook-loopback': assumed('Webhooks may be http and on localhost, and nowhere else'),
  'sandbox.body-size': assumed('A body of more than 64 KiB is refused with 413'),
  'sandbox.fault': assumed('A planned fault answers, or changes a delivery, in place of the service'),
  'sandbox.failure': assumed('A failure of the sandbox itself is SERVER:INTERNAL'),
} as const satisfies Record<string, Rule>;
