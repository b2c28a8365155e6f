import { indentedJson, isJson } from '../../common/text/json-text.ts';
import { hiding, withoutSecrets } from '../../service/http/redact.ts';
import { harmlessParameters, isSecretName, mask } from './shown-parameters.ts';

/** The part of a response body that may be shown: JSON is indented, other text is unchanged. */
export interface RedactedBody {
  readonly text: string;
  /** Whether only the beginning is kept. */
  readonly isCut: boolean;
}

/** In a token response every `code` would be an authorization code; elsewhere it is the name of an error. */
const secretOfTokens = /^(?:code|state)$/i;
/** A member of JSON that is truncated or embedded in other text. */
const member = /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|\[[^\]]*\]?|\{[^}]*\}?|-?\d[\d.eE+-]*)/g;
/** `apiKey=…` in a form, `X-Auth: …` in a quoted header. */
const field = /(?<![\w.~-])([\w.~-]+)((?:\s*=\s*|:\s+)["']?)([^\s&;,"'<>]+)/g;
const parameter = /([?&;]([\w.~-]+)=)[^&;"'\s<>]*/g;

/** `isAboutTokens`: the body is from the token endpoint, so nothing that looks like a token is shown. */
export function redactBody(
  body: { readonly text: string; readonly isCut: boolean },
  secrets: readonly string[],
  isAboutTokens: boolean,
): RedactedBody {
  const hide = isAboutTokens ? (shown: string) => withoutSecrets(shown, secrets) : hiding(secrets);
  if (body.isCut || !isJson(body.text)) {
    const beginning = beginningOf(body.text);
    const isCut = body.isCut || beginning !== body.text;
    // A word cut in two may be the beginning of a secret, which would no longer be recognized.
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

/**
 * The beginning of a text that cannot be compared anyway. It is copied, because a slice keeps the whole text in memory.
 */
export function beginningOf(text: string): string {
  return text.length <= mostOfBeginning ? text : Buffer.from(text.slice(0, mostOfBeginning)).toString();
}

function withoutMembers(text: string): string {
  return text.replace(member, (whole, name: string, colon: string, value: string) => {
    if (!isSecretName(name)) return whole;
    return `"${name}"${colon}${value.startsWith('"') ? `"${mask}${value.length > 1 && value.endsWith('"') ? '"' : ''}` : mask}`;
  });
}

/** Hides the values of URL parameters that are not known to be harmless, and of fields that are known to be secret. */
function withoutParameters(text: string): string {
  if (!/=|:\s/.test(text)) return text;
  return text
    .replace(parameter, (whole, start: string, name: string) =>
      harmlessParameters.has(name) ? whole : `${start}${mask}`,
    )
    .replace(field, (whole, name: string, sign: string, value: string) => {
      // After a colon, the value may be an ordinary word of a sentence.
      const isWord = sign.trimStart().startsWith(':') && /^[a-z]{0,15}[.!?]?$/i.test(value);
      return isSecretName(name) && !isWord && !/^(?:bearer|basic)$/i.test(value) ? `${name}${sign}${mask}` : whole;
    });
}
