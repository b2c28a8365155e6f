import * as z from 'zod';
import { answerOf, failureText, textsOf } from '../../mcp/answers.ts';
import { readInput } from '../../mcp/client-schema.ts';
import { vehicleTools } from '../../mcp/vehicle-tools.ts';
import type { Translate } from '../../common/translate.ts';
import type { AccountReader } from '../../service/model/account-reader.ts';

/** A tool that a language model can call through VS Code. Its answers contain no tokens. */
export interface AccountTool {
  /** What the user must confirm before it runs; undefined if it reads no personal data. */
  readonly confirmation: string | undefined;
  readonly progress: string;
  /** The text for the model. Rejects with an error whose message says what to do next, because the model reads it. */
  answer(input: unknown, signal: AbortSignal): Promise<string>;
}

/** The tools of `contributes.languageModelTools`: those that read vehicles, applied to connected accounts. */
export function toolsOf(reader: AccountReader, t: Translate): ReadonlyMap<string, AccountTool> {
  const progress: Readonly<Record<string, string>> = {
    list_vehicles: t('Reading the list of vehicles'),
    get_nominal_capacity: t('Reading the nominal battery capacity'),
    get_charge_records: t('Reading charge records'),
  };
  const confirmations: Readonly<Record<string, string>> = {
    get_charge_records: t('Charge records show where and when a car was charged. The language model will see them.'),
  };
  return new Map(
    vehicleTools(reader, 'the connected accounts in the selected environment').map((each) => [
      each.name,
      {
        confirmation: confirmations[each.name],
        progress: progress[each.name] ?? each.title,
        answer: async (input, signal) => {
          const read = readInput(each.input, input);
          if (!read.success) throw new Error(`${z.prettifyError(read.error)}\n${each.description}`);
          try {
            const context = { client: 'VS Code', signal, progress: () => undefined };
            return textsOf(answerOf(await each.run(read.data, context), each), context.client).join('\n');
          } catch (error) {
            throw new Error(failureText(error), { cause: error });
          }
        },
      },
    ]),
  );
}
