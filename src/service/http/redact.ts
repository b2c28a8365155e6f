import { plainText } from '../../common/text/plain-text.ts';

/** A run long enough to be a token, a code or a UUID. Words of prose and snake_case names have no digit in them. */
const longRun = /[\w~+=-]{20,}/g;

const mask = '[redacted]';

/**
 * Text of the service fit for a message: one harmless line of at most `maxLength` characters, without secrets. Redacted
 * are the given ones, plain or percent-encoded, and whatever looks like a token: error bodies echo tokens (public).
 */
export function safeText(text: string, secrets: readonly string[], maxLength = 300): string {
  // Redacted first: cutting first could leave the beginning of a secret, which no comparison finds.
  return plainText(withoutSecrets(text, secrets), maxLength);
}

/** The same for text that keeps its lines and its length. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return hiding(secrets)(text).replace(longRun, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? mask : run));
}

/** What redacts the given secrets alone, plain or encoded. */
export function hiding(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), formEncoded(secret)])
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (forms.length === 0) return (text) => text;
  // One pass over all forms, so that no replacement is itself searched.
  const known = new RegExp(forms.join('|'), 'g');
  return (text) => text.replace(known, mask);
}

function formEncoded(secret: string): string {
  return new URLSearchParams([['', secret]]).toString().slice(1);
}
