import type { Answer } from './http.ts';
import type { World } from './world.ts';

/** Where a rule comes from: the document; official public pages; reports of third parties; or a guess. */
const bases = ['document', 'public', 'reported', 'assumed'] as const;
type Basis = (typeof bases)[number];

/** What the implementation must offer, beyond tokens, for a rule to be checked. */
export type Need = 'connect' | 'clock' | 'application' | 'webhook';

/** One sentence about the service, and how to find out whether an implementation keeps it. */
export interface Rule<W = World> {
  readonly id: string;
  /** The heading of the document, or the topic of the public documentation. */
  readonly section: string;
  readonly title: string;
  readonly basis: Basis;
  readonly needs?: readonly Need[];
  /** Rules without which this one says nothing: it is skipped when one of them does not hold. They stand before it. */
  readonly buildsOn?: readonly string[];
  /** Resolves where the rule is kept. Rejects with {@link Broken}, or with {@link Skipped}. */
  readonly check: (world: W) => Promise<void>;
}

/** What the rules of a table share, unless a row says otherwise. */
type Shared = Pick<Rule, 'section' | 'needs' | 'buildsOn'>;

/** A row of a table: what it says, by the basis on which it says so, and how to find out. */
type Row<W> = Partial<Record<Basis, string>> & Partial<Omit<Rule<W>, 'id'>> & Pick<Rule<W>, 'check'>;

/** Makes the rules of a table. */
export function rulesOf<W>(shared: Shared): (id: string, row: Row<W>) => Rule<W> {
  return (id, { check, ...row }) => {
    const basis = bases.find((each) => row[each] !== undefined) ?? 'document';
    return { ...shared, basis, title: row[basis] ?? '', ...row, id, check };
  };
}

/** The rule is not kept; the message says what came instead, without tokens or codes. */
export class Broken extends Error {}

/** The rule can't be checked here; the message says what is missing. */
export class Skipped extends Error {}

export function expect(kept: boolean, otherwise: string): asserts kept {
  if (!kept) throw new Broken(otherwise);
}

export function expectGranted(answer: Answer, what: string): void {
  expect(answer.status === 200, `${what}: expected 200, got ${answer.status}`);
}

/** The document leaves status codes out: any client error will do, and 501, but a server that fails refuses nothing. */
export function expectRefused(answer: Answer, what: string): void {
  const refused = (answer.status >= 400 && answer.status < 500) || answer.status === 501;
  expect(refused, `${what}: expected a refusal, got ${answer.status}`);
}

/** A property of something that may be no object. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The value as it may stand in a message. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
