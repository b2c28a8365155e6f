import { plainText } from '../../common/text/plain-text.ts';

/** A run long enough to be a token, a code or a UUID. Words of prose and snake_case names contain no digit. */
const longRun = /[\w~+=-]{20,}/g;

const mask = '[redacted]';

/**
 * Makes text from the service fit for a message: one harmless line of at most `maxLength` characters, without secrets.
 * Redacts the given ones, plain or percent-encoded, and whatever looks like a token: error bodies echo tokens (public).
 */
export function safeText(text: string, secrets: readonly string[], maxLength = 300): string {
  // Redact first: cutting first could leave the beginning of a secret, which no comparison finds.
  return plainText(withoutSecrets(text, secrets), maxLength);
}

/** The same for text that keeps its lines and its length. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return hiding(secrets)(text).replace(longRun, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? mask : run));
}

/** Patterns that identify a secret by its form, whoever issued it. */
const kinds: readonly (readonly [RegExp, string])[] = [
  // The credentials after a scheme's name, but not the next word of a sentence.
  [
    /\b(Bearer|Basic|DPoP|ApiKey)\s+(?!(?:tokens?|auth\w*|schemes?|realm|errors?|credentials?|headers?|is|was|and|or|the|for|from|access)\b)[\w.~+/=-]{3,}/gi,
    `$1 ${mask}`,
  ],
  [/(?<=:\/\/)[^\s/?#@"'<>]+@/g, `${mask}@`],
  // Credentials in an address without a scheme, as in `admin:1234@database`.
  [/(?<![\w.+~%@/-])(?!(?:mailto|sips?|xmpp|acct):)[\w.+~%-]+:[^\s/@:"'<>]+@(?=\w)/gi, `${mask}@`],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g, mask],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mask],
  // Keys of Amazon, GitHub, GitLab, Google, npm, Slack and Stripe.
  [
    /\b(?:(?:AKIA|ASIA)[A-Z\d]{16}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{15,}|AIza[\w-]{30,}|npm_\w{30,}|xox[abeoprs]-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,})/g,
    mask,
  ],
];

/** A quick check for any of these patterns: most texts contain none. */
const sign =
  /@|eyJ|-----BEGIN|bearer\s|basic\s|dpop\s|apikey\s|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|AIza|npm_|xox|k_live_|k_test_/i;

function withoutKinds(text: string): string {
  if (!sign.test(text)) return text;
  return kinds.reduce((shown, [kind, instead]) => shown.replace(kind, instead), text);
}

/**
 * Redacts the given secrets, plain or encoded, and any text that has the form of one; other runs, such as IDs, stay.
 */
export function hiding(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), formEncoded(secret)])
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (forms.length === 0) return withoutKinds;
  // One pass over all forms, so that a replacement is not searched itself.
  const known = new RegExp(forms.join('|'), 'g');
  return (text) => withoutKinds(text.replace(known, mask));
}

function formEncoded(secret: string): string {
  return new URLSearchParams([['', secret]]).toString().slice(1);
}
