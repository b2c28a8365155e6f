import { parseUrl } from '../../../common/missing-in-node-20.ts';

/** What mail, chat and terminals put around an address. */
const around = /[\s<>"'`“”„‘’«»]+|\]\(/;
const before = /^[([{]+/;
const behind = /[.,;:!?)\]}*]+$/;

/** `code=…` or `error=…` with what else the redirect has, and nothing in front. */
const queryAlone = /^[?&#]?(?:[\w.-]+=[^&]*&)*(?:code|error|state)=/;

/** Characters that nobody sees, and what a web page makes of `&`. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}|[\p{Cc}--\s]/gv, '').replaceAll('&amp;', '&');
}

/**
 * The addresses that a person may have meant, out of a text that was pasted: with a sentence around it, in quotes or
 * brackets, without its scheme, or the query alone. Which of them a sign-in waits for is judged as for any other.
 *
 * @param redirectUris those that are waited for, which complete what is not a whole address
 */
export function pastedRedirects(text: string, redirectUris: readonly string[]): readonly URL[] {
  const pieces = visible(text)
    .split(around)
    .map((piece) => piece.replace(before, '').replace(behind, ''));
  const found = pieces.flatMap((piece) => addressesOf(piece, redirectUris));
  return [...new Map(found.map((url) => [url.href, url])).values()];
}

function addressesOf(piece: string, redirectUris: readonly string[]): URL[] {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(piece)) return parsed(piece);
  const own = redirectUris.flatMap(parsed);
  if (queryAlone.test(piece)) return own.map((url) => withQuery(url, piece.replace(/^[?&#]/, '')));
  if (!piece.includes('?')) return [];
  return own.flatMap(({ protocol }) => parsed(`${protocol}//${piece}`));
}

function withQuery(url: URL, query: string): URL {
  const whole = new URL(url);
  whole.search = [url.search.slice(1), query].filter(Boolean).join('&');
  return whole;
}

function parsed(text: string): URL[] {
  const url = parseUrl(text);
  return url ? [url] : [];
}
