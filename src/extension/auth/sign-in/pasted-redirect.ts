import { parseUrl } from '../../../common/missing-in-node-20.ts';

/** The characters that mail, chat and terminals put around an address. */
const around = /[\s<>"'`“”„‘’«»]+|\]\(/;
const before = /^[([{]+/;
const behind = /[.,;:!?)\]}*]+$/;

/** `code=…` or `error=…` with the other parameters of the redirect, and nothing in front of them. */
const queryAlone = /^[?&#]?(?:[\w.-]+=[^&]*&)*(?:code|error|state)=/;

/** Removes invisible characters, and decodes `&amp;`. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cf}|[\p{Cc}--\s]/gv, '').replaceAll('&amp;', '&');
}

/**
 * The addresses that the user may have meant in a pasted text: inside a sentence, in quotes or brackets, without a
 * scheme, or the query alone. As with any other address, a sign-in then judges whether one is its own.
 *
 * @param redirectUris the redirect URIs of the current waits, which complete an address that lacks parts
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
