import { t } from '../common/translate.ts';
import { formText, type SecretName, type SentRequest, type SentText } from './sent-request.ts';

/**
 * The request in the form that REST Client and JetBrains' HTTP client run. Where it goes and its secrets are variables,
 * which REST Client asks for; the extension has a command for the access token.
 */
export function httpFile({ method, origin, path, requestHeaders, requestBody }: SentRequest): string {
  const form = requestBody && formText(requestBody);
  const texts = [path, ...Object.values(requestHeaders), ...(form ? [form] : [])];
  const secrets = new Set(texts.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.secret])));
  return [
    `@origin = ${encoded([origin])}`,
    '',
    ...(secrets.has('ACCESS_TOKEN')
      ? [`# ${t('For the access token run “Vehicle Data: Copy Access Token…” and paste it.')}`]
      : []),
    ...[...secrets].map((secret) => `# @prompt ${nameOf(secret)}`),
    `${method} {{origin}}${encoded(path)}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${withVariables(value)}`),
    ...(form ? ['', encoded(form)] : []),
  ].join('\n');
}

function nameOf(secret: SecretName): string {
  return secret.toLowerCase();
}

function withVariables(text: SentText): string {
  return text.map((part) => (typeof part === 'string' ? part : `{{${nameOf(part.secret)}}}`)).join('');
}

/** Literals of addresses, which may have braces even in the name of a host, and forms can say a brace in another way, which begins no variable. */
function encoded(text: SentText): string {
  return withVariables(text.map((part) => (typeof part === 'string' ? part.replaceAll('{', '%7B') : part)));
}
