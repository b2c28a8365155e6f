import { type SentRequest, type SentText, shownText } from '../sent-request.ts';
import type { Shell } from './shells.ts';

/** A request as a curl command, with one argument per line. */
export function curlCommand(request: SentRequest, { quote, goesOn }: Shell, program: string): string {
  const { method, origin, path, requestHeaders, requestBody } = request;
  const lines = [
    `${program} ${quote([origin, ...path])}`,
    ...(method === (requestBody ? 'POST' : 'GET') ? [] : [`--request ${method}`]),
    ...Object.entries(requestHeaders).map(([name, value]) => `--header ${quote([`${name}: `, ...value])}`),
    ...(requestBody ?? []).map((field) => dataArgument(field, quote)),
  ];
  return lines.join(` ${goesOn}\n  `);
}

/** curl encodes what follows the first `=`, and joins the fields with `&`. */
function dataArgument(field: SentText, quote: Shell['quote']): string {
  if (field.every((part) => typeof part === 'string')) return `--data-raw ${quote(field)}`;
  return `--data-urlencode ${quote(shownText(field).includes('=') ? field : ['=', ...field])}`;
}
