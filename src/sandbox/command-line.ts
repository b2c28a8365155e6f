import { parseArgs } from 'node:util';
import { readVariants } from './v3/variants.ts';

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      state: { type: 'string' },
      'replace-state': { type: 'boolean', default: false },
      scenario: { type: 'string' },
      'auto-approve': { type: 'boolean', default: false },
      'v3-variant': { type: 'string' },
      'stop-with-stdin': { type: 'boolean', default: false },
      'exit-when-idle': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const variant = values['v3-variant'];
  if (variant !== undefined) readVariants(variant);
  const idle = values['exit-when-idle'];
  return {
    port: wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    stateFile: values.state,
    replaceState: values['replace-state'],
    scenarioFile: values.scenario,
    autoApprove: values['auto-approve'],
    v3Variant: variant,
    stopWithStdin: values['stop-with-stdin'],
    exitWhenIdleSeconds: idle === undefined ? undefined : wholeNumber('--exit-when-idle', idle, 86_400, 1),
    help: values.help,
  };
}

function wholeNumber(option: string, text: string, most: number, least = 0): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most || value < least) {
    throw new Error(`${option} must be a whole number from ${least} to ${most}, not '${text}'`);
  }
  return value;
}
