import * as z from 'zod';
import { askWindows } from './channel/ask-windows.ts';
import type { AgentAccount, AgentAnswer } from './channel/messages.ts';
import { type CallContext, type Tool, tool } from './tool.ts';

/** Windows without accounts do not listen. */
const noWindow =
  'No open window of VS Code on this machine has an account of the extension Vehicle Data Explorer. Have the person open VS Code and connect one, or leave out account to read the sandbox.';

const account = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('From list_accounts: reads that and not the sandbox, once the person agrees in VS Code');

/** Extends the tools that read vehicles so that they can read accounts too, and adds a tool that lists the accounts. */
export function withAccounts(tools: readonly Tool[], folder: string): readonly Tool[] {
  const listAccounts = tool({
    name: 'list_accounts',
    title: 'List Accounts',
    description:
      'Lists the accounts that are connected in windows of VS Code on this machine, for the argument account of other tools. They are real, unless environment is sandbox. Names are left out until the person has allowed this client to read them.',
    input: z.strictObject({}),
    output: z.object({
      accounts: z.array(
        z.object({
          id: z.string(),
          environment: z.string(),
          allowed: z.boolean().describe('Whether the person has allowed it; otherwise the first call asks'),
          name: z.string().optional(),
        }),
      ),
      unread: z.number().int().optional().describe('Accounts of a window of another version: update this program'),
    }),
    hints: { readOnlyHint: true, openWorldHint: true },
    longestText: 300,
    isOfService: true,
    run: async (_, context) => {
      const asked = { client: context.client, call: { kind: 'accounts' as const } };
      const answers = await askWindows(folder, asked, context);
      if (answers.length === 0) throw new Error(noWindow);
      const lists = answers.flatMap((each) => (each.kind === 'accounts' ? [each] : []));
      const unread = lists.reduce((sum, each) => sum + (each.unread ?? 0), 0);
      return { accounts: lists.flatMap(({ accounts }): AgentAccount[] => accounts), ...(unread > 0 && { unread }) };
    },
  });
  const reading = tools.map((each): Tool => {
    const run = async (input: Record<string, unknown>, context: CallContext) => {
      const { account: id, ...rest } = input;
      return typeof id === 'string' ? readAccount(folder, each.name, id, rest, context) : each.run(rest, context);
    };
    return { ...each, input: each.input.extend({ account }), hints: { ...each.hints, openWorldHint: true }, run };
  });
  return [listAccounts, ...reading];
}

async function readAccount(
  folder: string,
  name: string,
  id: string,
  input: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<Record<string, unknown>> {
  if (input.version !== undefined) {
    throw new Error('An account has one version, that of its environment. Leave out version where you give account.');
  }
  const asked = { client: context.client, call: { kind: 'tool' as const, name, account: id, input } };
  const isKnown = ({ kind }: AgentAnswer) => kind !== 'unknown-account';
  const answers = await askWindows(folder, asked, context, isKnown);
  if (answers.length === 0) throw new Error(noWindow);
  const answer = answers.find(isKnown);
  if (answer?.kind === 'result') return answer.result;
  throw new Error(
    answer?.kind === 'failure' ? answer.message : 'No account has this id. Call list_accounts for the ids.',
  );
}
