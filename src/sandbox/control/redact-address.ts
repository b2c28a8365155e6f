/** What a query may show. Everything else is hidden, for a client may put a secret anywhere. */
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const longestSegment = 40;

/** Path and query without secrets, short enough for a line. */
export function redactAddress({ pathname, searchParams }: URL): string {
  const path = pathname
    .split('/')
    .map((segment, index, all) => (mayShow(segment, all[index - 1]) ? segment : '…'))
    .join('/');
  const query = [...searchParams].map(
    ([name, value]) => `${name.slice(0, longestSegment)}=${harmless.has(name) ? value.slice(0, 200) : '…'}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Tokens and codes of the sandbox are UUIDs; so are the ids of vehicles, which come after `vehicles`. */
function mayShow(segment: string, before: string | undefined): boolean {
  if (segment.length > longestSegment) return false;
  return before === 'vehicles' || !uuid.test(segment);
}
