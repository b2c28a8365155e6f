import { parseArgs } from 'node:util';

export const usage = `Usage: vehicle-data-sandbox [options]

The vehicle token and data service on this machine. Prints one line of JSON with its addresses when it is ready.

  --port N            Port on localhost; 0, the default, takes a free one
  --seed N            Which world to serve: the same seed has the same vehicles and charges (default 1)
  --state FILE        Keeps grants, tokens, choices and the clock in FILE, so that they outlive a restart
  --scenario FILE     JSON that replaces owners, vehicles or the number of charge records
  --auto-approve      Connect answers at once with all vehicles of the first owner
  --stop-with-stdin   Ends when standard input closes
  --exit-when-idle S  Ends when no lease was held and no request came in for S seconds of real time
  --help              Shows this
`;

export interface CommandLine {
  readonly port: number;
  readonly seed: number;
  readonly stateFile: string | undefined;
  readonly scenarioFile: string | undefined;
  readonly autoApprove: boolean;
  readonly stopWithStdin: boolean;
  readonly exitWhenIdleSeconds: number | undefined;
  readonly help: boolean;
}

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      state: { type: 'string' },
      scenario: { type: 'string' },
      'auto-approve': { type: 'boolean', default: false },
      'stop-with-stdin': { type: 'boolean', default: false },
      'exit-when-idle': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const idle = values['exit-when-idle'];
  return {
    port: wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    stateFile: values.state,
    scenarioFile: values.scenario,
    autoApprove: values['auto-approve'],
    stopWithStdin: values['stop-with-stdin'],
    exitWhenIdleSeconds: idle === undefined ? undefined : wholeNumber('--exit-when-idle', idle, 86_400, 1),
    help: values.help,
  };
}

function wholeNumber(option: string, text: string, most: number, least = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most || value < least) {
    throw new Error(`${option} takes a whole number from ${least} to ${most}, not '${text}'`);
  }
  return value;
}
