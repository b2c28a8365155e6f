import type * as z from 'zod';

/** What a call may use while it runs. */
export interface CallContext {
  /** What the client calls itself; anybody can call themselves anything. */
  readonly client: string;
  /** The client has given up waiting. */
  readonly signal: AbortSignal;
  /** Says how far the call is; goes nowhere where the client did not ask. */
  readonly progress: (done: number, total: number, message: string) => void;
}

/** What a tool does to the world, in MCP's terms: clients decide by them whether to ask the person. */
interface Hints {
  /** Changes nothing. */
  readonly readOnlyHint: boolean;
  /** May take something away. */
  readonly destructiveHint?: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** Reaches beyond this machine. */
  readonly openWorldHint?: boolean;
}

/** Something that an agent can ask for or do. Its answer holds no token and no address with one. */
export interface Tool<In extends z.ZodObject = z.ZodObject, Out extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it gets, and when to call it. */
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly hints: Hints;
  /** Of a text in its answer, in characters; see `asData`. */
  readonly longestText?: number;
  /** Whether its answer holds what the service says of vehicles and accounts; see `asData`. */
  readonly isOfService?: boolean;
  /** Rejects with an error whose message says what to do next: the model reads it. */
  run(input: z.output<In>, context: CallContext): Promise<z.input<Out>>;
}

/** Keeps the types of input and output together; then they are no longer needed. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(definition: Tool<In, Out>): Tool {
  return definition;
}
