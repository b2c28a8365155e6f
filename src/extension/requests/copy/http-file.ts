import { t } from '../../../common/translate.ts';
import { formText, type SecretName, type SentRequest, type SentText, shownText } from '../sent-request.ts';

/**
 * The request in the format of REST Client and JetBrains' HTTP client. The origin and the secrets are variables. REST
 * Client prompts for those declared with `@prompt`, showing the hint, and cannot encode the input (according to its
 * README and source). JetBrains reads them from an environment file, and encodes again what is already encoded unless a
 * tag prevents it (according to its help).
 */
export function httpFile({ method, origin, path, requestHeaders, requestBody }: SentRequest): string {
  const form = requestBody && formText(requestBody);
  const texts = [path, ...Object.values(requestHeaders), ...(form ? [form] : [])];
  const secrets = [...new Set(texts.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.secret])))];
  const target = encoded(path);
  const isForm = !Object.entries(requestHeaders).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && shownText(value).includes('json'),
  );
  return [
    `@origin = ${encoded([origin])}`,
    '',
    ...(secrets.length > 0 ? [`# ${t('JetBrains IDEs take these variables from http-client.private.env.json.')}`] : []),
    ...secrets.map((secret) => `# @prompt ${nameOf(secret)} ${hintOf(secret)}`),
    ...(form || target.includes('%') ? ['# @no-auto-encoding'] : []),
    `${method} {{origin}}${target}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${withVariables(value)}`),
    ...(form ? ['', isForm ? encoded(form) : withVariables(form)] : []),
  ].join('\n');
}

function nameOf(secret: SecretName): string {
  return secret.toLowerCase();
}

/** Where a secret comes from, or in which form it must be entered. */
function hintOf(secret: SecretName): string {
  switch (secret) {
    case 'ACCESS_TOKEN':
      return t('from “Vehicle Data: Copy Access Token…”');
    case 'CLIENT_CREDENTIALS':
      return t('Base64 of client ID:client secret');
    default:
      return t('percent-encoded');
  }
}

function withVariables(text: SentText): string {
  return text.map((part) => (typeof part === 'string' ? part : `{{${nameOf(part.secret)}}}`)).join('');
}

/**
 * Encodes literal braces, so that they do not start a variable. They may occur even in a host name, and both URLs and
 * forms allow the encoded form.
 */
function encoded(text: SentText): string {
  return withVariables(text.map((part) => (typeof part === 'string' ? part.replaceAll('{', '%7B') : part)));
}
