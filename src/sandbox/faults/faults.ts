import { setTimeout as delay } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import { Emitter } from '../../common/event.ts';
import { isSignInFailure } from '../web/error-kinds.ts';
import { answerWithFault, type ErrorForm, needsRealAnswer } from './fault-answers.ts';
import { type Fault, type FaultInput, faultSchema } from './fault-schema.ts';
import type { SandboxEnv } from '../web/http.ts';
import type { Operation } from '../web/operations.ts';

/** A fault that is waiting for requests. */
export interface PlannedFault {
  readonly id: number;
  readonly fault: Fault;
  /** How many more requests it affects. */
  readonly left: number | 'always';
}

/** Pages that people use: a fault for `any` operation does not affect them. */
const pages: readonly Operation[] = ['connect', 'capacity-page'];

/** Makes requests fail as planned. The first fault that matches a request is used. */
export class Faults {
  #planned: PlannedFault[] = [];
  #lastId = 0;
  #removals = 0;
  readonly #changed = new Emitter<void>();
  /** Fires when {@link list} has changed. */
  readonly onDidChange = this.#changed.event;

  /** How often faults were removed before they were used up: what their responses said no longer applies. */
  get removals(): number {
    return this.#removals;
  }

  /** Oldest first. */
  get list(): readonly PlannedFault[] {
    return this.#planned;
  }

  /** Throws a ZodError if the input is not a valid fault. */
  add(input: FaultInput): PlannedFault {
    const fault = faultSchema.parse(input);
    const planned = { id: ++this.#lastId, fault, left: fault.times };
    this.#planned.push(planned);
    this.#changed.fire();
    return planned;
  }

  /** False if no fault has this ID. */
  remove(id: number): boolean {
    const found = this.#planned.some((each) => each.id === id);
    this.#planned = this.#planned.filter((each) => each.id !== id);
    if (found) {
      this.#removals += 1;
      this.#changed.fire();
    }
    return found;
  }

  clear(): void {
    this.#planned = [];
    this.#removals += 1;
    this.#changed.fire();
  }

  /** Ends the sign-in failures of a vehicle, because its owner has signed in to its maker again. */
  endSignInFaults(vehicleId: string): void {
    this.#planned = this.#planned.filter(
      ({ fault }) => !(isSignInFault(fault) && (fault.vehicleId ?? vehicleId) === vehicleId),
    );
    this.#changed.fire();
  }

  /**
   * Middleware that runs before the actual handler of an operation.
   *
   * @param errorForm how the version of the API formats an error
   * @param signInUrl where the owner of a vehicle signs in again
   */
  around(operation: Operation, errorForm: ErrorForm, signInUrl: (vehicleId: string) => string) {
    return createMiddleware<SandboxEnv>(async (c, next) => {
      c.set('operation', operation);
      const vehicleId = /\/vehicles\/([^/]+)/.exec(c.req.path)?.[1];
      const planned = this.#take(
        (fault) =>
          (fault.operation === operation || (fault.operation === 'any' && !pages.includes(operation))) &&
          (fault.vehicleId === undefined || fault.vehicleId === vehicleId),
      );
      if (!planned) return next();
      const { id, fault } = planned;
      c.set('fault', id);
      if (fault.when === 'after' || needsRealAnswer(fault)) await next();
      if (fault.delayMs !== undefined) {
        await delay(fault.delayMs);
        return fault.when === 'after' ? undefined : next();
      }
      const ownerUrl = vehicleId !== undefined && isSignInFault(fault) ? signInUrl(vehicleId) : undefined;
      const answer = await answerWithFault(c, fault, errorForm, ownerUrl);
      c.set('rules', ownerUrl === undefined ? ['sandbox.fault'] : ['sandbox.fault', 'reauthentication.url']);
      // Clear it first, because Hono merges the real answer's headers into one that replaces it.
      c.res = undefined;
      c.res = answer;
      return undefined;
    });
  }

  /** The first planned fault that concerns an event, which is then used. */
  takeForEvent(vehicleId: string | null, concerns: (fault: Fault) => boolean): PlannedFault | undefined {
    return this.#take(
      (fault) => fault.operation === 'delivery' && (fault.vehicleId ?? vehicleId) === vehicleId && concerns(fault),
    );
  }

  #take(concerns: (fault: Fault) => boolean): PlannedFault | undefined {
    const found = this.#planned.find(({ fault }) => concerns(fault));
    if (!found || found.left === 'always') return found;
    const left = found.left - 1;
    this.#planned = this.#planned.flatMap((each) => (each !== found ? [each] : left > 0 ? [{ ...found, left }] : []));
    this.#changed.fire();
    return found;
  }
}

function isSignInFault({ error }: Fault): boolean {
  return error !== undefined && isSignInFailure(error.type, error.code);
}
