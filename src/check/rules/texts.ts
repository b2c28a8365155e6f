import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { Finding, FindingKind } from './finding.ts';

interface Explanation {
  /** What was found. */
  readonly what: string;
  /** What differs, as the end of a line that begins with the place itself. */
  readonly short: string;
  /** Why it has to change. */
  readonly why: string;
  /** What to do, in general; the finding itself may have the exact replacement. */
  readonly advice: string;
}

/** Created when needed, in the language of the process. */
const explanations: Readonly<Record<FindingKind, () => Explanation>> = {
  'v2-address': () => ({
    what: t('Address of API version 2.0.'),
    short: t('another host'),
    why: t('Version 3 uses different hosts.'),
    advice: t('Use the version 3 host.'),
  }),
  'v2-path': () => ({
    what: t('Path of API version 2.0.'),
    short: t('another path, and a wrapped response'),
    why: t('Version 3 has different paths and wraps its responses.'),
    advice: t('Use the version 3 path. A signal’s value is in attributes.body.'),
  }),
  'make-path': () => ({
    what: t('Make-specific path.'),
    short: t('without the make, and a wrapped response'),
    why: t('Make-specific endpoints end with version 2.0.'),
    advice: t('Request the signal, without the make. Its value is in attributes.body.'),
  }),
  'token-address': () => ({
    what: t('Token endpoint of version 2.0.'),
    short: t('application token instead of a code'),
    why: t('Version 3 has its own token endpoint.'),
    advice: t('Request an application token with client_credentials.'),
  }),
  'code-exchange': () => ({
    what: t('Authorization code exchange.'),
    short: t('no code exchange in version 3'),
    why: t('Version 3 has no code exchange.'),
    advice: t(
      'Store user_id from the redirect. Request an application token with grant_type=client_credentials, client_id (client_…) and client_secret.',
    ),
  }),
  'refresh-token': () => ({
    what: t('Refresh token code.'),
    short: t('no refresh tokens in version 3'),
    why: t('Version 3 has no refresh tokens.'),
    advice: t('Remove it. Request a new application token when the old one expires, after one hour.'),
  }),
  'sdk-call': () => ({
    what: t('SDK call that does not work with version 3.'),
    short: t('no SDK; call the HTTP API'),
    why: t('SDK methods are for version 2.0. Those for version 3, in Node.js and Java, send no sc-user-id.'),
    advice: t('Call the HTTP API directly.'),
  }),
  'moved-field': () => ({
    what: t('Field of version 2.0.'),
    short: t('can be missing'),
    why: t('In version 3 it has another name and can be missing.'),
    advice: t('Read the version 3 field.'),
  }),
  scale: () => ({
    what: t('Battery level of version 2.0, a fraction from 0 to 1.'),
    short: t('0 to 100 instead of 0 to 1'),
    why: t('Version 3 counts from 0 to 100.'),
    advice: t('Read the version 3 field.'),
  }),
  'date-parameter': () => ({
    what: t('Date range of charge records.'),
    short: t('filter in your code'),
    why: t('Version 3 takes no startDate and no endDate.'),
    advice: t('Filter the records in your code.'),
  }),
  'wrong-id': () => ({
    what: t('Wrong ID for this place.'),
    short: t('wrong ID for this place'),
    why: t('Connect takes the application ID (a UUID), the token endpoint the client ID (client_…).'),
    advice: t('Use the other ID.'),
  }),
  'missing-user-header': () => ({
    what: t('Missing sc-user-id header.'),
    short: t('sc-user-id header is missing'),
    why: t('Version 3 rejects signals and commands without it.'),
    advice: t('Send user_id from the redirect as sc-user-id.'),
  }),
  'invented-path': () => ({
    what: t('No such path in version 3.'),
    short: t('no such path'),
    why: t('The API answers 404.'),
    advice: t('Use the version 3 path.'),
  }),
  'webhook-signature': () => ({
    what: t('Webhook signature of re-serialized JSON.'),
    short: t('hash the raw body'),
    why: t('The signature covers the raw body; re-serialized JSON can differ.'),
    advice: t('Hash the body as it was received, and compare in constant time.'),
  }),
  'webhook-event': () => ({
    what: t('Webhook event of version 2.0.'),
    short: t('eventType and data instead'),
    why: t('Events of version 3 have eventType in place of eventName, and data in place of payload.'),
    advice: t('Read eventType and data. Answer VERIFY with the HMAC of data.challenge.'),
  }),
  polling: () => ({
    what: t('Polling of a vehicle.'),
    short: t('subscribe to a webhook'),
    why: t('Version 3 answers from a store that webhooks fill, and plans may charge for each call.'),
    advice: t('Subscribe the vehicle to a webhook, and read what its events hold.'),
  }),
};

export type Explained = Pick<Finding, 'kind' | 'instead' | 'hasFactor' | 'isLeft' | 'isGuess' | 'more'>;

/** Mentions the factor of 100 only if there is one. */
function scale({ hasFactor, isLeft }: Explained): Explanation {
  const { what, why, advice, ...rest } = explanations.scale();
  const short = hasFactor ? t('remove the factor of 100') : rest.short;
  if (isLeft)
    return {
      what: t('Battery level of version 3 used as a fraction.'),
      short,
      why,
      advice: hasFactor ? t('Remove the factor of 100.') : t('Compare or send percent.'),
    };
  return {
    what,
    short,
    why,
    advice: hasFactor ? t('Read the version 3 field, and remove the factor of 100.') : advice,
  };
}

/** For these kinds, the replacement alone is sufficient advice. */
const speaksForItself: readonly FindingKind[] = ['v2-address', 'moved-field', 'invented-path'];

/** In characters: what stands in its place has to fit beside it. */
const longestPlace = 60;

/** The texts for one finding: what it is, why it has to change, and what to do. */
export function explain(finding: Explained): Omit<Explanation, 'short'> {
  const { kind, instead, more } = finding;
  const { what: one, why, advice } = explanationOf(finding);
  const what = more === undefined ? one : `${one} ${t('Further places in this file: {0}.', more)}`;
  if (instead === undefined) return { what, why, advice };
  const there = t('Version 3: {0}', instead);
  return { what, why, advice: speaksForItself.includes(kind) ? there : `${advice} ${there}` };
}

/** A line for a list that cuts long ones: it begins with what differs between findings of one kind. */
export function headline(finding: Explained & Pick<Finding, 'fix'>, found: string): string {
  const { instead, fix = instead, isLeft } = finding;
  const { short } = explanationOf(finding);
  const place = plainText(found, longestPlace);
  return fix === undefined || isLeft ? `${place}: ${short}` : `${place} → ${fix}; ${short}`;
}

const explanationOf = (finding: Explained) =>
  finding.kind === 'scale' ? scale(finding) : explanations[finding.kind]();
