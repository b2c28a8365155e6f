import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** What a call can use while it runs. */
export interface CallContext {
  /** The name that the client gives itself; it is not verified. */
  readonly client: string;
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal;
  /** Reports the progress of the call; does nothing if the client did not ask for it. */
  readonly progress: (done: number, total: number, message: string) => void;
}

/** The effects of a tool, in MCP's terms: clients use them to decide whether to ask the person. */
type Hints = Omit<ToolAnnotations, 'title'> & Required<Pick<ToolAnnotations, 'readOnlyHint'>>;

/** A tool that an agent can call. Its answer contains no token and no URL with one. */
export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: what the tool returns, and when to call it. */
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly hints: Hints;
  /** The maximum length of a text in its answer, in characters; see `asData`. */
  readonly longestText?: number;
  /** Whether its answer contains data about vehicles and accounts from the service; see `asData`. */
  readonly isOfService?: boolean;
  /** Rejects with an error whose message says what to do next: the model reads it. */
  run(input: z.output<In>, context: CallContext): Promise<z.input<Out>>;
}

/** Checks that `run` matches the types of input and output, which are not needed after that. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(definition: Tool<In, Out>): Tool {
  return definition;
}

/** Publicly known: the service's specification gives no unit. */
export const energyUnit = 'kWh';

/** The units of charge records in answers, which are the same for both versions. */
export const unitsOfCharges = {
  energy: energyUnit,
  percentRemaining: 'fraction of full charge, 0 to 1',
  cost: 'in currency; version 3 only',
  times: 'ISO 8601, UTC',
};

/** Optional, because a window of VS Code may have an older version of the extension. */
export const units = z.record(z.string(), z.string()).optional();
