import * as z from 'zod';
import { controlOperations, journalEntry } from '../sandbox/control/contract.ts';
import { environmentVariables } from '../sandbox/control/environment-variables.ts';
import { faultSchema } from '../sandbox/faults/fault-schema.ts';
import { chargeRequest, clockChange, clockReading } from '../sandbox/world/changes.ts';
import { control, callControl } from '../sandbox-client/control-client.ts';
import type { Sandbox } from '../sandbox-client/sandbox.ts';
import type { SandboxReader } from './sandbox-reader.ts';
import { type Tool, tool, units, unitsOfCharges } from './tool.ts';

const changes = { readOnlyHint: false, destructiveHint: false };
const plannedFault = controlOperations.addFault.answer;

const addedCharge = z.looseObject({
  versions: z.array(z.string()).describe('Of the API, that show it'),
  units,
});

/** Answers are self-explanatory, so only the fields that a model acts on are in the schema. */
const { status: httpStatus, hint } = journalEntry.shape;
const loggedRequest = z.looseObject({
  ...{ id: z.number().int(), status: httpStatus, hint },
  fault: z.number().int().nullable().describe('Id of the fault that hit it'),
});

const status = z.looseObject({
  running: z.boolean(),
  controlUrl: z.string().optional().describe('Open it in a browser to see what is so now'),
  v3: z.looseObject({}).optional().describe('baseUrl, authUrl and managementUrl of version 3; those above are of 2.0'),
  faults: z.array(z.looseObject({})).optional().describe('Planned, not used up'),
});

/**
 * The tools for the sandbox itself: start it, inspect it, change its state.
 *
 * @param reader makes owners who share nothing share everything
 */
export function sandboxTools(sandbox: Sandbox, reader: SandboxReader): readonly Tool[] {
  const statusAt = async (controlUrl: string): Promise<z.input<typeof status>> => {
    const [overview, { faults }] = await Promise.all([
      callControl(fetch, controlUrl, 'show', { query: { vehicles: 0 } }),
      callControl(fetch, controlUrl, 'listFaults', {}),
    ]);
    const { baseUrl, authUrl, connectUrl, v3, vehicleCount, owners, now, frozen, speed } = overview;
    return {
      running: true,
      ...{ controlUrl, baseUrl, authUrl, connectUrl, vehicleCount, faults },
      ...(v3 && { v3: { baseUrl: v3.baseUrl, authUrl: v3.authUrl, managementUrl: v3.managementUrl } }),
      clock: { now, frozen, speed },
      owners: owners.map(({ name }) => name),
    };
  };

  return [
    tool({
      name: 'sandbox_status',
      title: 'Sandbox Status',
      description:
        'Whether the local sandbox of the connected-car service runs, its addresses, clock, owners and planned faults. Starts nothing.',
      input: z.strictObject({}),
      output: status,
      hints: { readOnlyHint: true },
      run: async () => {
        const found = await sandbox.find();
        return found ? statusAt(found.controlUrl) : { running: false };
      },
    }),
    tool({
      name: 'sandbox_start',
      title: 'Start Sandbox',
      description:
        'Starts the local sandbox of the service, or finds the one that runs, and gives the variables that point an application at it. A simulation: no real car, account or secret.',
      input: z.strictObject({}),
      // The other fields are described only once, in sandbox_status.
      output: z.looseObject({
        controlUrl: z.string().describe('This and the rest as in sandbox_status'),
        variables: z.array(z.string()).describe('Lines of a .env file for an application'),
      }),
      hints: { ...changes, idempotentHint: true },
      run: async () => {
        const addresses = await sandbox.addresses();
        return {
          ...(await statusAt(addresses.controlUrl)),
          controlUrl: addresses.controlUrl,
          variables: environmentVariables(addresses).trim().split('\n'),
        };
      },
    }),
    tool({
      name: 'sandbox_set_clock',
      title: 'Set Sandbox Clock',
      description:
        'Advances, sets, freezes or speeds up the clock of the sandbox, which every expiry and rate limit follows: advance by 7200 and access tokens have expired, by 5184000 and refresh tokens have.',
      input: z.strictObject(clockChange.shape),
      output: clockReading,
      hints: changes,
      run: (body) => control(sandbox, 'turnClock', { body }),
    }),
    tool({
      name: 'sandbox_add_fault',
      title: 'Add Sandbox Fault',
      description:
        'Makes requests to the sandbox, or its events, fail in exactly one way. For example {"operation":"records","error":{"type":"RATE_LIMIT","retryAfter":30}}.',
      input: z.strictObject(faultSchema.shape),
      output: plannedFault,
      hints: changes,
      run: (body) => control(sandbox, 'addFault', { body }),
    }),
    tool({
      name: 'sandbox_clear_faults',
      title: 'Clear Sandbox Faults',
      description: 'Removes all planned faults of the sandbox.',
      input: z.strictObject({}),
      output: z.object({ cleared: z.literal(true) }),
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run: async () => {
        await control(sandbox, 'clearFaults', {});
        return { cleared: true as const };
      },
    }),
    tool({
      name: 'sandbox_simulate_charge',
      title: 'Simulate Charge',
      description:
        'Adds a charge record that ends or begins now to a vehicle of the sandbox. Version 2.0 has charge records of two makes, version 3 of all.',
      input: z.strictObject(chargeRequest.shape),
      output: addedCharge,
      hints: changes,
      run: async (body) => {
        const charge = await control(sandbox, 'simulateCharge', { body });
        return { ...charge, units: unitsOfCharges };
      },
    }),
    tool({
      name: 'sandbox_set_subscription',
      title: 'Set Sandbox Subscription',
      description:
        'Subscribes the vehicles of the sandbox to its own webhook, as at the start, or ends all subscriptions, also of later ones. Version 3 has no signals of a vehicle without one. Where none is connected, owners share theirs first.',
      input: z.strictObject({ subscribed: z.boolean() }),
      output: z.object({ vehicleIds: z.array(z.string()).describe('Those that are subscribed now') }),
      hints: { ...changes, idempotentHint: true },
      run: async ({ subscribed }) => {
        if (!subscribed) {
          await control(sandbox, 'unsubscribe', {});
          return { vehicleIds: [] };
        }
        const subscribe = () => control(sandbox, 'subscribe', { body: {} });
        const found = await subscribe();
        if (found.vehicleIds.length > 0) return found;
        await reader.shareAll();
        const shared = await subscribe();
        if (shared.vehicleIds.length === 0) throw new Error('No owner of the sandbox has a vehicle to subscribe.');
        return shared;
      },
    }),
    tool({
      name: 'list_requests',
      title: 'List Requests',
      description:
        'The last requests that applications sent to the sandbox, newest first, without secrets, each with the rules that its answer follows (see list_rules) and the fault that hit it.',
      input: z.strictObject({
        limit: z.number().int().min(1).max(100).default(20),
        since: z.number().int().min(0).optional().describe('Only those after the one with this id'),
      }),
      output: z.object({ requests: z.array(loggedRequest), total: z.number().int() }),
      hints: { readOnlyHint: true },
      run: async ({ limit, since }) => {
        const query = since === undefined ? {} : { since };
        const { requests } = await control(sandbox, 'listRequests', { query });
        return { requests: requests.slice(-limit).reverse(), total: requests.length };
      },
    }),
  ];
}
