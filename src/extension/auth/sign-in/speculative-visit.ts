import type { IncomingHttpHeaders } from 'node:http';

/** Headers, with any value, of requests for a page that the user has not opened yet. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Programs that fetch an address from a message to show a preview of it. */
const previewers =
  /(?<!cu)bots?\b|externalhit|preview|unfurl|embedly|whatsapp|slack-|pinterest|vkshare|snapchat|mastodon|crawler|spider/i;

/**
 * Whether a request was not made by the user: a browser that prefetches or prerenders, or a program that makes a
 * preview. A redirect can be used only once, and must be left to the user.
 */
export function isSpeculative(headers: IncomingHttpHeaders): boolean {
  if (purposeHeaders.some((name) => headers[name])) return true;
  return previewers.test(headers['user-agent'] ?? '');
}
