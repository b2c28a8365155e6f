import { indentedJson } from '../../common/text/json-text.ts';
import { hiding, withoutSecrets } from '../../service/http/redact.ts';
import { harmlessParameters, isSecretName, mask } from './shown-parameters.ts';

/** What of an answer's body may be shown: JSON is laid out in lines, other text stays as it came. */
export interface RedactedBody {
  readonly text: string;
  /** Whether only the beginning is kept. */
  readonly isCut: boolean;
}

/** In the answer to a code exchange every `code` would be one; elsewhere it is the name of an error. */
const secretOfTokens = /^(?:code|state)$/i;
/** A member of JSON that is cut off, or stands in other text. */
const member = /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|-?\d[\d.eE+-]*)/g;
/** `apiKey=…` of a form, `X-Auth: …` of a header that is quoted. */
const field = /(?<![\w.~-])([\w.~-]+)((?:\s*=\s*|:\s+)["']?)([^\s&;,"'<>]+)/g;
const parameter = /([?&;]([\w.~-]+)=)[^&;"'\s<>]*/g;

/** `isAboutTokens` for the token endpoint, whose answers show nothing that looks like a token. */
export function redactBody(
  body: { readonly text: string; readonly isCut: boolean },
  secrets: readonly string[],
  isAboutTokens: boolean,
): RedactedBody {
  const hide = isAboutTokens ? (shown: string) => withoutSecrets(shown, secrets) : hiding(secrets);
  if (body.isCut || !isJson(body.text)) {
    const beginning = beginningOf(body.text);
    const isCut = body.isCut || beginning !== body.text;
    // A run that the cut divides could be the beginning of a secret, which no comparison finds.
    const text = isCut ? beginning.replace(/[^\s"',:;&=<>]*$/, '') : beginning;
    return { text: hide(withoutParameters(withoutMembers(text))), isCut };
  }
  const isSecret = (name: string) => isSecretName(name) || (isAboutTokens && secretOfTokens.test(name));
  const shown = indentedJson(
    body.text,
    (value, name = '') => (isSecret(name) ? mask : hide(withoutParameters(value))),
    isSecret,
  );
  return { text: shown, isCut: false };
}

const mostOfBeginning = 16 << 10;

/** Of a text that can't be compared anyway. A copy: what a text is sliced from stays in memory. */
export function beginningOf(text: string): string {
  return text.length <= mostOfBeginning ? text : Buffer.from(text.slice(0, mostOfBeginning)).toString();
}

function withoutMembers(text: string): string {
  return text.replace(member, (whole, name: string, colon: string, value: string) => {
    if (!isSecretName(name)) return whole;
    return `"${name}"${colon}${value.startsWith('"') ? `"${mask}${value.length > 1 && value.endsWith('"') ? '"' : ''}` : mask}`;
  });
}

/** Hides the values of address parameters that are not known to be harmless, and of fields that are known to be secret. */
function withoutParameters(text: string): string {
  if (!/=|:\s/.test(text)) return text;
  return text
    .replace(parameter, (whole, start: string, name: string) =>
      harmlessParameters.has(name) ? whole : `${start}${mask}`,
    )
    .replace(field, (whole, name: string, sign: string, value: string) => {
      // After a colon a sentence may go on.
      const isWord = sign.trimStart().startsWith(':') && /^[a-z]{0,15}[.!?]?$/i.test(value);
      return isSecretName(name) && !isWord && !/^(?:bearer|basic)$/i.test(value) ? `${name}${sign}${mask}` : whole;
    });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
