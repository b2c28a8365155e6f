import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from '../http.ts';
import { Broken, property, Skipped } from '../rule.ts';
import { idsOf, partOf, query } from './resources.ts';
import type { World3 } from './world.ts';

/** What a webhook has sent. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly json: unknown;
}

/** What a receiver on this machine has heard of a webhook that was made for it. */
export interface Heard {
  readonly challenge: Delivery;
  /** Whether the webhook was taken for verified after a wrong answer, and after the right one. */
  readonly verified: { readonly wrong: unknown; readonly right: unknown };
  /** Of the vehicle that was subscribed, in the order in which they came. The first attempt of each has failed. */
  readonly events: readonly Delivery[];
  readonly vehicleId: string;
}

const longestWaitMs = 30_000;

export function hashOf(token: string, text: Buffer | string): string {
  return createHmac('sha256', token).update(text).digest('hex');
}

/** The challenge of a VERIFY. */
export function challengeOf({ json }: Delivery): unknown {
  return property(json, 'eventType') === 'VERIFY' ? partOf(json, 'data', 'challenge') : undefined;
}

/**
 * Has a sandbox make a webhook to this machine, and subscribes a vehicle to it, which then falls asleep and wakes up. The
 * first attempt of each event is refused, and the clock turned to the second. Nothing is left of it.
 */
export async function hear(world: World3): Promise<Heard> {
  const { controlUrl = '', managementToken: token } = world.target;
  if (token === undefined) throw new Skipped('the control address says no management token');
  const { vehicleId } = await world.oneConnected();
  const control = async (method: 'POST' | 'DELETE', path: string, body?: object) =>
    (await send(`${controlUrl}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).json;
  const receiver = await Receiver.listen(token);
  let id = '';
  try {
    const made = await control('POST', '/webhooks', { callbackUri: receiver.url, autoSubscribe: false });
    id = String(property(made, 'id'));
    receiver.answersRightly = true;
    const again = await control('POST', `/webhooks/${id}/verify`);
    const [challenge] = receiver.challenges;
    if (!challenge) throw new Broken('a new webhook sent no VERIFY');
    const verified = { wrong: property(made, 'verified'), right: property(again, 'verified') };
    const { events } = receiver;
    if (verified.right === true) {
      await world.subscribe(vehicleId, id);
      await receiver.until(() => events.length > 0);
      await world.advance(25);
      await receiver.until(() => receiver.accepted > 0);
      const error = { type: 'VEHICLE_STATE', code: 'ASLEEP' };
      const fault = await control('POST', '/faults', { operation: 'signals', vehicleId, error, times: 'always' });
      const told = () => new Set(events.filter(({ body }) => body.includes('ASLEEP')).map(eventIdOf)).size;
      await receiver.until(() => told() > 0);
      await control('DELETE', `/faults/${String(property(fault, 'id'))}`);
      await receiver.until(() => told() > 1);
    }
    return { challenge, verified, events: [...events], vehicleId };
  } finally {
    const path = `/subscriptions${query({ 'filter[vehicleId]': vehicleId, 'filter[webhookId]': id })}`;
    const [subscription = ''] = idsOf(await world.call(path, {}, world.target.managementUrl));
    await world.call(`/subscriptions/${subscription}`, { method: 'DELETE' }, world.target.managementUrl);
    await control('DELETE', `/webhooks/${id}`);
    receiver.close();
  }
}

export function eventIdOf({ json }: Delivery): unknown {
  return property(json, 'eventId');
}

/** Answers challenges, refuses an event once, and accepts it then. */
class Receiver {
  readonly challenges: Delivery[] = [];
  readonly events: Delivery[] = [];
  accepted = 0;
  answersRightly = false;
  readonly #server = createServer();
  readonly #refused = new Set<unknown>();

  static async listen(token: string): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const answer = receiver.#take({ headers: request.headers, body, json: parsed(body) }, token);
        response.writeHead(answer ? 200 : 500, { 'Content-Type': 'application/json' }).end(answer);
        receiver.#server.emit('heard');
      });
    });
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Undefined: it is refused. */
  #take(delivery: Delivery, token: string): string | undefined {
    const challenge = challengeOf(delivery);
    if (challenge !== undefined) {
      this.challenges.push(delivery);
      return JSON.stringify({
        challenge: hashOf(this.answersRightly ? token : 'another', typeof challenge === 'string' ? challenge : ''),
      });
    }
    this.events.push(delivery);
    const about = eventIdOf(delivery);
    if (!this.#refused.has(about)) {
      this.#refused.add(about);
      return undefined;
    }
    this.accepted += 1;
    return '{}';
  }

  /** Resolves as soon as it is so, and after a while in any case: the rules say what is missing. */
  async until(isSo: () => boolean): Promise<void> {
    const signal = AbortSignal.timeout(longestWaitMs);
    while (!isSo() && !signal.aborted) await once(this.#server, 'heard', { signal }).catch(() => undefined);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
