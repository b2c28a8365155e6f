import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Receiver } from '../../unit/sandbox/webhooks/receiver.ts';
import { promise, type Verdict } from '../plan.ts';
import { KillableSandbox } from '../service/killable-sandbox.ts';

/** Milliseconds: an attempt takes a few, from the change of the world to what is stored of its answer. */
const longestWait = 40;
const rounds = 25;
/** Seconds of the sandbox: every attempt of an event that was refused is due. */
const allAttempts = 200;

/** A charge that the sandbox has acknowledged is an event, whatever happens to the sandbox from then on. */
async function sandboxDies(): Promise<readonly Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-kills-'));
  const receiver = await Receiver.start('');
  let sandbox = await KillableSandbox.start(join(folder, 'state.json'), receiver.uri);
  const verdicts: Verdict[] = [];
  try {
    receiver.token = sandbox.token;
    receiver.answer = ({ eventId }) => (isRefusedAtFirst(eventId, receiver) ? 500 : 200);
    const [vehicleId = ''] = await sandbox.connect();
    await receiver.next();
    for (let round = 0; round < rounds; round++) {
      const location = `Charger ${round}`;
      const isKnown = sandbox.charge(vehicleId, location).catch(() => false);
      // Half of them are struck while the charge itself is on its way.
      if (round % 2 === 0) await isKnown;
      await delay(Math.random() * longestWait);
      await sandbox.kill();
      const acknowledged = await isKnown;
      sandbox = await KillableSandbox.start(join(folder, 'state.json'), receiver.uri);
      await sandbox.settle(allAttempts);
      verdicts.push(verdictOf(receiver, location, acknowledged));
    }
    return verdicts;
  } finally {
    await sandbox.kill();
    await receiver.close();
    await rm(folder, { recursive: true });
  }
}

/** Every third event is accepted in its second attempt. */
function isRefusedAtFirst(eventId: string, { events }: Receiver): boolean {
  return parseInt(eventId.slice(0, 4), 16) % 3 === 0 && !events.some((each) => each.eventId === eventId);
}

function verdictOf({ events }: Receiver, location: string, acknowledged: boolean): Verdict {
  const ofCharge = events.filter(({ body }) => newestLocation(body) === location);
  const ids = new Set(ofCharge.map(({ eventId }) => eventId));
  const [id = ''] = ids;
  const attempts = ofCharge.length - (parseInt(id.slice(0, 4), 16) % 3 === 0 ? 1 : 0);
  return {
    what: location,
    lost: acknowledged && attempts < 1,
    struck: true,
    extra: Math.max(0, attempts - 1),
    complaints: ids.size > 1 ? ['the same event came under several IDs'] : [],
  };
}

interface Values {
  readonly signals?: readonly { readonly code: string; readonly body?: { readonly values?: readonly unknown[] } }[];
}

function newestLocation(body: Record<string, unknown>): unknown {
  const { signals = [] } = (body.data ?? {}) as Values;
  const charge = signals.find(({ code }) => code === 'charge-chargerecords')?.body?.values?.at(-1);
  return (charge as { location?: { name?: string } } | undefined)?.location?.name;
}

export const webhookKills = promise('T13', 'sandbox killed (kill -9) at any time of an attempt to deliver an event', {
  runs: 8,
  quick: 1,
  width: 2,
  run: sandboxDies,
});
