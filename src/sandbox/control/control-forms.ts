import { type Context, Hono } from 'hono';
import { clockChange, toClockChange } from '../world/clock-settings.ts';
import { badRequest, orRefuse } from './control-request.ts';
import { ApiFailure } from '../api/errors.ts';
import { english } from '../../common/translate.ts';
import { effectOf, faultChoices } from '../faults/fault-choices.ts';
import { faultSchema } from '../faults/fault-schema.ts';
import type { Faults } from '../faults/faults.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import { chargeRequest } from '../world/charge-request.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxState } from './sandbox-state.ts';

export interface FormParts {
  readonly faults: Faults;
  readonly vehicles: Vehicles;
  readonly state: SandboxState;
  /** The page again, with what was wrong. */
  readonly showProblem: (c: Context<SandboxEnv>, problem: string) => Response | Promise<Response>;
}

type Form = Readonly<Partial<Record<string, string>>>;

/** The buttons of the control page, for browsers without a script too: each leads back to the page. */
export function formRoutes({ faults, vehicles, state, showProblem }: FormParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  const on = (name: string, panel: string, act: (form: Form) => void) =>
    routes.post(`/sandbox/page/${name}`, async (c) => {
      const form: Form = Object.fromEntries(new URLSearchParams(await readBody(c)));
      try {
        orRefuse(() => {
          act(form);
        });
      } catch (error) {
        if (error instanceof ApiFailure) return showProblem(c, error.message);
        throw error;
      }
      return c.redirect(`/sandbox/#${panel}`, 303);
    });

  on('clock', 'clock', ({ advance, freeze, speed }) => {
    const change = clockChange.parse({
      ...(advance !== undefined && { advance: Number(advance) }),
      ...(freeze !== undefined && { freeze: freeze === 'true' }),
      ...(speed !== undefined && { speed: Number(speed) }),
    });
    state.turnClock(toClockChange(change));
  });

  on('fault', 'faults', ({ operation, times, effect = '', vehicleId = '' }) => {
    const chosen = faultChoices(english)
      .flatMap(({ choices }) => choices)
      .find(({ label }) => label === effect);
    if (!chosen) throw badRequest(['effect: is not in the list']);
    const fault = faultSchema.parse({
      operation,
      times: times === 'always' ? times : Number(times),
      ...(vehicleId !== '' && { vehicleId }),
      ...effectOf(chosen.fault),
    });
    faults.add(fault);
  });

  on('fault-remove', 'faults', ({ id }) => void faults.remove(Number(id)));

  on('charge', 'vehicles', ({ vehicleId }) => {
    if (!vehicles.simulateCharge(chargeRequest.parse({ vehicleId }))) {
      throw badRequest(['vehicleId: is not a vehicle whose make has charge records']);
    }
  });

  on('reset', 'clock', () => {
    state.reset();
  });

  return routes;
}
