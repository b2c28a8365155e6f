import { parseArgs } from 'node:util';
import { applicationKeys } from '../service/webhooks/explain-signature.ts';
import { receiverAddress, RemoteReceiver } from './receiver.ts';
import type { Severity } from './rules/rule.ts';

const formats = ['text', 'json', 'junit'] as const;
const failOn = ['error', 'warning'] as const satisfies readonly Severity[];

/** Where the token is if it is not an option, which a shell's history and a list of processes show. */
const tokenVariable = 'SMARTCAR_MANAGEMENT_TOKEN';

/** Throws an Error whose message names the wrong option, and contains no token. */
export function readCommandLine(args: readonly string[], variables: Readonly<Record<string, string | undefined>>) {
  const { values, positionals } = parseArgs({
    args: [...args],
    // Taken in order to be refused without being repeated: it may be a token.
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      'other-id': { type: 'string', multiple: true, default: [] },
      probe: { type: 'string' },
      remote: { type: 'boolean', default: false },
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string', default: 'error' },
      explain: { type: 'string' },
      signature: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  if (positionals.length > 0) throw new Error('one argument belongs to no option');
  const keys = () =>
    applicationKeys(
      tokensOf(values.token ?? variables[tokenVariable] ?? ''),
      values['other-id'].map((id) => ['other', id]),
    );
  if (values.explain !== undefined || values.signature !== undefined) {
    const { explain: body, signature } = values;
    if (body === undefined || signature === undefined) throw new Error('--explain and --signature go together');
    if (values.url !== undefined) throw new Error('--explain sends nothing: leave out --url');
    return { explain: { body, signature, keys: keys() } };
  }
  if (values.url === undefined) throw new Error('--url is missing: the address of the receiver');
  const url = address('--url', values.url, values.remote);
  if (values.probe !== undefined) address('--probe', values.probe.replaceAll('{eventId}', '0'), values.remote);
  return {
    url,
    keys: keys(),
    probe: values.probe,
    format: oneOf('--format', formats, values.format),
    failOn: oneOf('--fail-on', failOn, values['fail-on']),
  };
}

function address(option: string, text: string, mayBeRemote: boolean): URL {
  try {
    return receiverAddress(text, mayBeRemote);
  } catch (error) {
    const advice = error instanceof RemoteReceiver ? ' Add --remote if that is a test system.' : '';
    throw new Error(`${option}: ${(error as Error).message}${advice}`, { cause: error });
  }
}

function tokensOf(text: string): readonly [string, string?] {
  const [token = '', older, ...more] = text.split(',').map((each) => each.trim());
  if (token === '') throw new Error(`set --token or ${tokenVariable}: the management token that the receiver has`);
  if (more.length > 0 || older === '') throw new Error('--token takes one token, or the new and the older one');
  return older === undefined ? [token] : [token, older];
}

function oneOf<T extends string>(option: string, allowed: readonly T[], text: string): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new Error(`${option} must be ${allowed.join(', ')}, not '${text}'`);
  return found;
}
