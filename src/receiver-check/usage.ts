/** What `--help` prints. */
export const usage = `Usage: vehicle-data-check-receiver --url URL [options]
       vehicle-data-check-receiver --explain FILE --signature TEXT [options]

Checks a program that receives webhooks: sends it what the service sends, signed, and what it never would, and says what
is right, what isn't, and how to fix it. It never prompts. Run it against a receiver that may take test events.

Options
  --url URL            Address of the receiver, for example http://localhost:3000/hook
  --token TOKEN        The application's management token, as the receiver has it (default: the variable
                       SMARTCAR_MANAGEMENT_TOKEN). To check a rotation, the new and the older one: NEW,OLDER
  --other-id ID        Another ID of the application that may have been taken for the token; may be repeated
  --probe URL          Address that answers with how often an event was handled, as a number; {eventId} in it
                       stands for the event's ID. Without it, the header Event-Handled of answers: true or false
  --remote             The receiver may be on another machine
  --format FORMAT      text (default), json or junit
  --fail-on SEVERITY   Exit with 1 if a rule of this severity or a worse one fails: error (default) or warning
  --explain FILE       Instead of a check: says how the signature of the body in FILE came about, with which key or by
                       which mistake; - reads the standard input. Nothing is sent
  --signature TEXT     The signature to explain, as it was received
  -h, --help           Show this help

Takes a few seconds, and at most a minute if the receiver doesn't answer.
Exit codes: 0 passed, or the signature is right, 1 failed, 2 could not check
`;
