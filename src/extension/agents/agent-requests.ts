import * as z from 'zod';
import { answerOf, failureText, textsOf } from '../../mcp/answers.ts';
import type { AgentAnswer, AgentProgress, AgentRequest } from '../../mcp/channel/messages.ts';
import { readInput } from '../../mcp/client-schema.ts';
import { windowsFolder } from '../../mcp/channel/window-files.ts';
import { listenForAgents } from '../../mcp/channel/window-listener.ts';
import { vehicleTools } from '../../mcp/vehicle-tools.ts';
import { type AccountReader, ClientReader } from '../../service/client-reader.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import type { Translate } from '../../common/translate.ts';
import { plainText, quotable } from '../../common/text/plain-text.ts';
import type { SessionClients } from '../auth/provider/session-clients.ts';
import type { SessionInfo, Sessions } from '../auth/sessions/session-info.ts';
import { type AgentAccess, type AgentPair, nameOf, quietMinutes, type Verdict } from './agent-access.ts';

/** The accounts of all environments. Listing them does not count as use. */
type ListedSessions = Pick<Sessions, 'list'>;
/** Their requests are reported with the agent's name. */
type AgentClients = Pick<SessionClients, 'of'>;

/** Lets agents outside this window reach it. @param storage see `WindowEntry.storage` */
export function answerAgents(sessions: ListedSessions, clients: AgentClients, access: AgentAccess, storage: string) {
  const requests = new AgentRequests(sessions, clients, access);
  const answer: AgentRequests['answer'] = (...request) => requests.answer(...request);
  return listenForAgents({ folder: windowsFolder(), storage, answer });
}

/**
 * Answers the requests of agents in this window. Nothing of an account is read before the person has allowed it, and no
 * token leaves.
 */
export class AgentRequests {
  readonly #sessions: ListedSessions;
  readonly #ofSession: AgentClients;
  readonly #access: AgentAccess;
  readonly #clients = new Map<string, VehicleData>();

  constructor(sessions: ListedSessions, clients: AgentClients, access: AgentAccess) {
    this.#sessions = sessions;
    this.#ofSession = clients;
    this.#access = access;
  }

  async answer(
    request: AgentRequest,
    signal: AbortSignal,
    progress: (report: AgentProgress) => void,
  ): Promise<AgentAnswer> {
    const { call } = request;
    // The name as it is displayed: names that look the same must be treated as the same.
    const visible = request.client.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    const client = plainText(quotable(visible), 100) || 'unnamed';
    const accounts = await this.#sessions.list();
    if (call.kind === 'accounts') return this.#list(accounts, client);
    const account = accounts.find(({ id }) => idForAgents(id) === call.account || id === call.account);
    if (!account) return { kind: 'unknown-account' };
    const reader = new ClientReader(() => this.#client(account, client), account.state !== 'application');
    const tool = vehicleTools(reader, 'the account').find(({ name }) => name === call.name);
    if (!tool) return failure('This VS Code has no such tool. Update its extension, or this program.');
    const input = readInput(tool.input, call.input);
    if (!input.success) return failure(z.prettifyError(input.error));
    const pair = { client, account: account.id };
    const verdict = await this.#access.request(pair);
    if (verdict !== 'allowed') return failure(refusals[verdict]);
    const report = (done: number, total: number, message: string) => progress({ done, total, message });
    return this.#whileAllowed(pair, signal, async (signal) => {
      const context = { client, signal, progress: report };
      const result = await tool.run(input.data, context).catch((error: unknown) => {
        this.#clients.delete(nameOf(pair));
        throw error;
      });
      return { kind: 'result', result: answerOf(result, tool) };
    });
  }

  /** Returns what was read only if access is still allowed at that time; revoking access cancels the call at once. */
  async #whileAllowed(
    pair: AgentPair,
    caller: AbortSignal,
    run: (signal: AbortSignal) => Promise<AgentAnswer>,
  ): Promise<AgentAnswer> {
    const isHeld = async () =>
      (await this.#access.isAllowed(pair)) && (await this.#sessions.list()).some(({ id }) => id === pair.account);
    const revoked = new AbortController();
    const watching = this.#access.onDidChange(async () => {
      if (!(await isHeld())) revoked.abort();
    });
    const answer = async () => {
      try {
        caller.throwIfAborted();
        return await run(AbortSignal.any([caller, revoked.signal]));
      } catch (error) {
        return failure(failureText(error));
      }
    };
    const given = await answer().finally(() => watching.dispose());
    return !revoked.signal.aborted && (await isHeld()) ? given : failure(refusals.revoked);
  }

  async #list(accounts: readonly SessionInfo[], client: string): Promise<AgentAnswer> {
    const listed = accounts.map(async ({ id, environment, account }) => {
      const allowed = await this.#access.isAllowed({ client, account: id });
      return { id: idForAgents(id), environment, allowed, ...(allowed && { name: account.label }) };
    });
    return { kind: 'accounts', accounts: await Promise.all(listed) };
  }

  /** Clients are kept, because their list of vehicles saves requests that cost money. */
  #client({ id }: SessionInfo, client: string): VehicleData {
    const key = nameOf({ client, account: id });
    const known = this.#clients.get(key) ?? this.#ofSession.of(id, client);
    this.#clients.set(key, known);
    return known;
  }
}

/**
 * The part of a session's ID that is unique without the environment, whose name may be long, or look like an address
 * and be changed in what agents read.
 */
function idForAgents(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

const bySetUp = 'with the command Vehicle Data: Set Up Other Agents…';

const refusals: Readonly<Record<Exclude<Verdict, 'allowed'> | 'revoked', string>> = {
  asking: `VS Code asks the person in a notification. Call again when they have answered, or have them allow this agent ${bySetUp}.`,
  later: `VS Code has just asked the person about another agent, and asks about a new one every ${quietMinutes} minutes. Call again later, or have them allow this agent ${bySetUp}.`,
  refused: `The person did not allow this in VS Code. They can change that ${bySetUp}.`,
  revoked: `The person took back the access while this call ran. They can allow it again ${bySetUp}.`,
};

function failure(message: string): AgentAnswer {
  return { kind: 'failure', message };
}

/** A tool that a language model can call through VS Code. Its answers contain no tokens. */
interface AccountTool {
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
    get_signals: t('Reading signals'),
    get_charge_records: t('Reading charge records'),
  };
  const confirmations: Readonly<Record<string, string>> = {
    get_signals: t('Signals show where a car is and whether it is locked. The language model will see them.'),
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
