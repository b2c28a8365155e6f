import { parseArgs } from 'node:util';
import { readVersion2 } from './v2/api-version-2.ts';
import { readVariants } from './v3/variants.ts';
import { webhookOptions } from './webhooks/webhook-options.ts';

/** What `--help` prints. */
export const usage = `Usage: vehicle-data-sandbox [options]

Runs the vehicle token and data service on this machine: tokens, Connect, nominal capacity, charge records and every
documented error. Needs no account, network or vehicle. When ready, it prints its addresses as one line of JSON.

Options
  --port N            Port on localhost (default 0: a free port)
  --host NAME         Answer requests to NAME too, such as host.docker.internal; may be given several times
  --seed N            Seed of vehicles and charges (default 1)
  --state FILE        Keep tokens, choices, charges and the clock in FILE
  --replace-state     Move a state file that can't be used aside, and start with a new one
  --scenario FILE     Owners, vehicles, records, application and faults as JSON
  --auto-approve      Approve Connect at once, with all vehicles of the first owner
  --webhook URL       Send events of every connected vehicle to URL on this machine; may be given several times
  --v2 ends=DATE      Answer 410 to every request of version 2.0 from DATE on, by the clock of the sandbox
  --empty-store       Store signals of version 3 only of vehicles that are subscribed, instead of all that are connected
  --v3-variant V      Forms of version 3: older (default), newer, documented-events, events-of-2025 or NAME=VALUE,
                      with commas between
  --stop-with-stdin   Stop when standard input closes
  --exit-when-idle S  Stop after S seconds without a request or a lease
  --help              Show this help

In a browser, /sandbox/ shows the environment variables of an application that uses an official SDK, and what is so now.
Version 3 runs on the same origin and the same world, with an application of its own (v3, as printed).

Control, with --port 4711
  curl localhost:4711/sandbox/clock -d '{"advance": 7200}'                  access tokens expire
  curl localhost:4711/sandbox/clock -d '{"set": "2027-01-01", "freeze": true}'
  curl localhost:4711/sandbox/clock -d '{"freeze": false, "speed": 60}'     one minute per second
  curl localhost:4711/sandbox/faults -d '{"operation": "records", "error": {"type": "RATE_LIMIT", "retryAfter": 30}}'
  curl localhost:4711/sandbox/faults -d '{"operation": "token", "drop": true, "when": "after"}'
  curl -X DELETE localhost:4711/sandbox/faults
  curl localhost:4711/sandbox/charges -d '{"vehicleId": "..."}'             add a charge that ends now
  curl localhost:4711/sandbox/webhooks                                      whether VERIFY succeeded, or why not
  curl localhost:4711/sandbox/deliveries                                    attempts, and what the receiver answered
  curl localhost:4711/sandbox/requests                                      recent requests, without secrets
  curl localhost:4711/sandbox/state > saved.json                            contains live tokens
  curl -T saved.json localhost:4711/sandbox/state
  curl -X POST localhost:4711/sandbox/reset
The same in PowerShell and in cmd
  Invoke-RestMethod http://localhost:4711/sandbox/clock -Method Post -Body '{"advance": 7200}'
  curl localhost:4711/sandbox/clock -d "{\\"advance\\": 7200}"

Scenario
  {"$schema": "http://localhost:4711/sandbox/scenario.schema.json",
   "clock": {"set": "2026-01-01", "freeze": true},
   "webhooks": [{"callbackUri": "http://localhost:3000/hook", "triggers": ["charge-ischarging"]}],
   "application": {"redirectUris": ["http://localhost:3000/callback"], "rateLimit": "documented"},
   "owners": [{"name": "Kim", "vehicles": [{"make": "BMW", "model": "iX1", "year": 2025}]},
              {"name": "Fleet", "vehicles": {"count": 3000}}]}

OpenAPI: /sandbox/openapi.json (control), /sandbox/service.openapi.json (service)
Exit codes: 0 stopped or idle, 1 failed, 2 invalid options or scenario
`;

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '1' },
      state: { type: 'string' },
      'replace-state': { type: 'boolean', default: false },
      scenario: { type: 'string' },
      'auto-approve': { type: 'boolean', default: false },
      'v3-variant': { type: 'string' },
      v2: { type: 'string' },
      'empty-store': { type: 'boolean' },
      webhook: { type: 'string', multiple: true, default: [] },
      'stop-with-stdin': { type: 'boolean', default: false },
      'exit-when-idle': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { v2 } = values;
  if (v2 !== undefined) readVersion2(v2);
  const variant = values['v3-variant'];
  if (variant !== undefined) readVariants(variant);
  for (const uri of values.webhook) checkWebhook(uri);
  const idle = values['exit-when-idle'];
  return {
    port: wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    hosts: values.host.map((name) => name.toLowerCase()),
    stateFile: values.state,
    replaceState: values['replace-state'],
    scenarioFile: values.scenario,
    autoApprove: values['auto-approve'],
    v2,
    emptyStore: values['empty-store'],
    v3Variant: variant,
    webhooks: values.webhook,
    stopWithStdin: values['stop-with-stdin'],
    exitWhenIdleSeconds: idle === undefined ? undefined : wholeNumber('--exit-when-idle', idle, 86_400, 1),
    help: values.help,
  };
}

function checkWebhook(uri: string): void {
  const { error } = webhookOptions.safeParse({ callbackUri: uri });
  if (error) throw new Error(`--webhook ${error.issues.map(({ message }) => message).join('; ')}`);
}

function wholeNumber(option: string, text: string, most: number, least = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most || value < least) {
    throw new Error(`${option} must be a whole number from ${least} to ${most}, not '${text}'`);
  }
  return value;
}
