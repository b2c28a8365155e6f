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
export interface Known {
  /** IDs of vehicles, which look like tokens but may be shown. */
  readonly vehicleIds: ReadonlySet<string>;
  /** Tokens that can't be recognized by their form. */
  readonly plainTokens: ReadonlySet<string>;
}

/** Path and query without secrets, short enough for a line. */
export function redactAddress({ pathname, searchParams }: URL, known: Known): string {
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
export function isSecret(text: string, { vehicleIds, plainTokens }: Known): boolean {
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
