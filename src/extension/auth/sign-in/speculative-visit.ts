import type { IncomingHttpHeaders } from 'node:http';

/** What browsers and their kind put on a request for a page that nobody has asked to see yet, whatever the value. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Programs that fetch an address out of a message to show a preview of it. */
const previewers =
  /(?<!cu)bots?\b|externalhit|preview|unfurl|embedly|whatsapp|slack-|pinterest|vkshare|snapchat|mastodon|crawler|spider/i;

/**
 * Whether a request comes ahead of a person or instead of one: a browser that prefetches or prerenders, a page that is
 * previewed. A redirect is there once, for the person.
 */
export function isSpeculative(headers: IncomingHttpHeaders): boolean {
  if (purposeHeaders.some((name) => headers[name])) return true;
  return previewers.test(headers['user-agent'] ?? '');
}
