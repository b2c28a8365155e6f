import { t } from '../../../common/translate.ts';
import { formText, type SecretName, type SentRequest, type SentText } from '../sent-request.ts';

/**
 * The request in the form that REST Client and JetBrains' HTTP client run. Where it goes and its secrets are variables. REST
 * Client asks for those of `@prompt`, with the hint, and can't encode what is entered (its README and source); JetBrains
 * takes them from an environment file, and encodes what is encoded already unless a tag says no (its help).
 */
export function httpFile({ method, origin, path, requestHeaders, requestBody }: SentRequest): string {
  const form = requestBody && formText(requestBody);
  const texts = [path, ...Object.values(requestHeaders), ...(form ? [form] : [])];
  const secrets = [...new Set(texts.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.secret])))];
  const target = encoded(path);
  return [
    `@origin = ${encoded([origin])}`,
    '',
    ...(secrets.length > 0 ? [`# ${t('JetBrains IDEs take these variables from http-client.private.env.json.')}`] : []),
    ...secrets.map((secret) => `# @prompt ${nameOf(secret)} ${hintOf(secret)}`),
    ...(form || target.includes('%') ? ['# @no-auto-encoding'] : []),
    `${method} {{origin}}${target}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${withVariables(value)}`),
    ...(form ? ['', encoded(form)] : []),
  ].join('\n');
}

function nameOf(secret: SecretName): string {
  return secret.toLowerCase();
}

/** Where it is from, or in which form it is entered. */
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

/** Literals of addresses, which may have braces even in the name of a host, and forms can say a brace in another way, which begins no variable. */
function encoded(text: SentText): string {
  return withVariables(text.map((part) => (typeof part === 'string' ? part.replaceAll('{', '%7B') : part)));
}
