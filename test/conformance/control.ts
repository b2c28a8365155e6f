import { send } from './http.ts';
import { Broken, property, show } from './rule.ts';

/** The time of a sandbox, in milliseconds since 1970: its clock may have been turned. Without one, this machine's. */
export async function readClock(controlUrl: string | undefined): Promise<number> {
  if (controlUrl === undefined) return Date.now();
  const now = property((await send(controlUrl)).json, 'now');
  if (typeof now !== 'string') throw new Broken(`the control address says no time: ${show(now)}`);
  return Date.parse(now);
}

/** Turns a sandbox's clock. */
export async function turnClock(controlUrl: string | undefined, seconds: number): Promise<void> {
  const answer = await send(`${controlUrl ?? ''}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: seconds }),
  });
  if (answer.status !== 200) throw new Broken(`the clock did not turn: ${answer.status}`);
}
