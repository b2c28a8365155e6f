import type { Language } from './languages.ts';

const place = /vdxvar([A-Z_]+)xdv/g;
const onlyPlace = /^vdxvar([A-Z_]+)xdv$/;

/** Puts variables where `snippet` marked their places, and around it what makes the whole run. */
export function finished(written: string, { id }: Language): string {
  const names = [...new Set([...written.matchAll(place)].map(([, name = '']) => name))];
  switch (id) {
    case 'curl':
      return written.replace(/'([^'\n]*vdxvar[^'\n]*)'/g, (_, inner: string) => `"${inner.replace(place, '$$$1')}"`);
    case 'fetch':
      return javascript(written, names);
    case 'requests':
      return python(written, names);
    case 'java':
      return java(written, names);
  }
}

function javascript(written: string, names: readonly string[]): string {
  const body = written.replace(/'([^'\n]*vdxvar[^'\n]*)'/g, (_, inner: string) => {
    const [, alone] = onlyPlace.exec(inner) ?? [];
    if (alone !== undefined) return camelCase(alone);
    return `\`${inner.replace(place, (_, name: string) => `\${${inTemplate(name, inner)}}`)}\``;
  });
  const variables = names.map((name) => `const ${camelCase(name)} = process.env.${name}`);
  const end = ['', 'console.log(response.status, await response.text())'];
  return [...variables, '', `const response = await ${body}`, ...end].join('\n');
}

/** In a form's text the value is encoded; in a header it stands as it is. */
function inTemplate(name: string, literal: string): string {
  return isForm(literal) ? `encodeURIComponent(${camelCase(name)})` : camelCase(name);
}

function isForm(literal: string): boolean {
  return /^\w+=/.test(literal);
}

function python(written: string, names: readonly string[]): string {
  const body = written.replace(/"([^"\n]*vdxvar[^"\n]*)"/g, (_, inner: string) => {
    const [, alone] = onlyPlace.exec(inner) ?? [];
    if (alone !== undefined) return alone.toLowerCase();
    return `f"${inner.replace(place, (_, name: string) => `{${name.toLowerCase()}}`)}"`;
  });
  const variables = names.map((name) => `${name.toLowerCase()} = os.environ["${name}"]`);
  const imports = [...(names.length > 0 ? ['import os', ''] : []), 'import requests', ''];
  return [...imports, ...variables, '', `response = ${body}`, 'print(response.status_code, response.text)'].join('\n');
}

/** A file that `java Request.java` runs. */
function java(written: string, names: readonly string[]): string {
  const body = written.replace(/"([^"\n]*vdxvar[^"\n]*)"/g, (literal, inner: string) => {
    const value = (name: string) =>
      isForm(inner) ? `URLEncoder.encode(${camelCase(name)}, StandardCharsets.UTF_8)` : camelCase(name);
    const sum = literal.replace(place, (_, name: string) => `" + ${value(name)} + "`).replace(/ \+ ""/g, '');
    // The library goes on with a method of the text.
    return isForm(inner) ? `(${sum})` : sum;
  });
  const variables = names.map((name) => `String ${camelCase(name)} = System.getenv("${name}");`);
  const inMethod = [...variables, ...body.split('\n')].map((line) => (line === '' ? '' : `    ${line}`));
  return [
    ...(body.includes('URLEncoder') ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(body.includes('URLEncoder') ? ['import java.nio.charset.StandardCharsets;'] : []),
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    ...inMethod,
    '  }',
    '}',
  ].join('\n');
}

/** ACCESS_TOKEN → accessToken */
function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
