import type { Context } from 'hono';
import type { Clock } from '../../common/clock.ts';
import { Emitter } from '../../common/event.ts';
import type { JournalEntry } from './contract.ts';
import type { SandboxEnv } from '../web/http.ts';

const capacity = 1000;

/**
 * The most recent requests of applications and owners: at least {@link capacity} of them, fewer than twice that many. Headers
 * and bodies are not kept, because they contain tokens and codes.
 */
export class Journal {
  readonly #clock: Clock;
  readonly #known: Known;
  #entries: JournalEntry[] = [];
  #lastId: number;
  readonly #added = new Emitter<JournalEntry>();
  readonly onDidAdd = this.#added.event;

  /**
   * @param clock the sandbox's clock
   * @param lastId IDs start after it, so that the entries of a restarted sandbox are new to every reader
   */
  constructor(clock: Clock, known: Known, lastId: number) {
    this.#lastId = lastId;
    this.#clock = clock;
    this.#known = known;
  }

  /** Entries after the one with the ID `id`, oldest first. */
  since(id: number): readonly JournalEntry[] {
    return this.#entries.filter((entry) => entry.id > id);
  }

  clear(): void {
    this.#entries = [];
  }

  /** A request has come. Call the result when its response is sent, or broken off. */
  request(c: Context<SandboxEnv>): () => void {
    const { outgoing } = c.env;
    const at = new Date(this.#clock.now()).toISOString();
    const start = performance.now();
    return () => {
      this.#add({
        at,
        method: c.req.method,
        path: redactAddress(new URL(c.req.url), this.#known),
        status: outgoing.headersSent ? outgoing.statusCode : null,
        complete: outgoing.writableFinished,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        operation: c.get('operation') ?? null,
        requestId: c.get('requestId'),
        rules: c.get('rules'),
        fault: c.get('fault') ?? null,
        client: clientOf(c.req.header('user-agent'), this.#known),
        ...(c.get('hint') !== undefined && { hint: c.get('hint') }),
      });
    };
  }

  #add(request: Omit<JournalEntry, 'id'>): void {
    const entry = { id: ++this.#lastId, ...request };
    this.#entries.push(entry);
    // Removed all at once: moving a thousand entries for each request would cost more than answering it.
    if (this.#entries.length >= 2 * capacity) this.#entries = this.#entries.slice(-capacity);
    this.#added.fire(entry);
  }
}

/** The product in a User-Agent; the rest of the header could be any text. */
function clientOf(userAgent = '', known: Known): string | null {
  const [product, ...parts] = /^([\w.-]{1,60})(?:\/([\w.+-]{1,40}))?(?=\s|$)/.exec(userAgent) ?? [];
  if (product === undefined) return null;
  // Checked separately, because a name with its version looks random.
  const isHidden = parts.some((part = '') => isSecret(part, known)) || known.plainTokens.has(product);
  return isHidden ? '…' : product;
}

/** Parameters whose values may be shown unless they look like a secret, because a client may put one anywhere. */
const harmless = new Set([
  'approval_prompt',
  'endDate',
  'error',
  'limit',
  'make',
  'mode',
  'offset',
  'response_type',
  'scope',
  'single_select',
  'startDate',
  'vehicle_id',
]);

const longest = 40;

/** Most of a UUID, in any notation: tokens, codes and secrets of the sandbox are UUIDs. */
const idLike = /[0-9a-f-]{16,}/i;
/** What a random value looks like in base64. */
const randomLike = /(?=[\w+/=-]*[a-z])(?=[\w+/=-]*[A-Z])(?=[\w+/=-]*\d)[\w+/=-]{20,}/;

/** What can't be recognized from the form of a text. */
interface Known {
  /** IDs of vehicles, which look like tokens but may be shown. */
  readonly vehicleIds: ReadonlySet<string>;
  /** Tokens that can't be recognized by their form. */
  readonly plainTokens: ReadonlySet<string>;
}

/** Path and query without secrets, short enough for a line. */
function redactAddress({ pathname, searchParams }: URL, known: Known): string {
  const path = pathname
    .split('/')
    .map((segment) => (segment.length <= longest && !isSecret(segment, known) ? segment : '…'))
    .join('/');
  const query = [...searchParams].map(([name, value]) => {
    const shownName = isSecret(name, known) ? '…' : name.slice(0, longest);
    return `${shownName}=${harmless.has(name) && !isSecret(value, known) ? value.slice(0, 200) : '…'}`;
  });
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Whether it may contain a token, code or secret. */
function isSecret(text: string, { vehicleIds, plainTokens }: Known): boolean {
  const plain = decoded(text);
  if (vehicleIds.has(plain)) return false;
  return idLike.test(plain) || randomLike.test(plain) || [...plainTokens].some((token) => plain.includes(token));
}

/** Removes percent-encoding, however often it was applied. */
function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return once === text ? once : decoded(once);
  } catch {
    return text;
  }
}
