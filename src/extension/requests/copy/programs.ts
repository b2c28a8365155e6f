import { formText, joinedLiterals, type SecretName, type SentRequest, type SentText } from '../sent-request.ts';

/** How a language reads an environment variable, and how it form-encodes the value. */
interface Variables {
  readonly read: (name: SecretName) => string;
  readonly encoded: (read: string) => string;
}

/** Concatenates literals and variables. All three languages accept JSON string literals. */
function sum(text: SentText, write: (name: SecretName) => string): string {
  return joinedLiterals(text)
    .map((part) => (typeof part === 'string' ? JSON.stringify(part) : write(part.secret)))
    .join(' + ');
}

/** The parts of a request as expressions. */
function expressions({ origin, path, requestHeaders, requestBody }: SentRequest, { read, encoded }: Variables) {
  const readEncoded = (name: SecretName) => encoded(read(name));
  const form = requestBody && formText(requestBody);
  return {
    url: sum([origin, ...path], readEncoded),
    headers: Object.entries(requestHeaders).map(([name, value]) => [JSON.stringify(name), sum(value, read)] as const),
    body: form && sum(form, readEncoded),
    encodes: [...path, ...(form ?? [])].some((part) => typeof part !== 'string'),
  };
}

/** A module for Node.js. */
export function javascriptProgram(request: SentRequest): string {
  const { url, headers, body } = expressions(request, {
    read: (name) => `process.env.${name}`,
    encoded: (read) => `encodeURIComponent(${read})`,
  });
  return [
    `const response = await fetch(${url}, {`,
    `  method: ${JSON.stringify(request.method)},`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${name}: ${value},`),
    '  },',
    ...(body === undefined ? [] : [`  body: ${body},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

export function pythonProgram(request: SentRequest): string {
  const { url, headers, body, encodes } = expressions(request, {
    read: (name) => `os.environ["${name}"]`,
    encoded: (read) => `quote(${read}, safe="")`,
  });
  return [
    'import os',
    ...(encodes ? ['from urllib.parse import quote'] : []),
    '',
    'import requests',
    '',
    'response = requests.request(',
    `    ${JSON.stringify(request.method)},`,
    `    ${url},`,
    '    headers={',
    ...headers.map(([name, value]) => `        ${name}: ${value},`),
    '    },',
    ...(body === undefined ? [] : [`    data=${body},`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** A file to be run with `java Request.java`. */
export function javaProgram(request: SentRequest): string {
  const { url, headers, body, encodes } = expressions(request, {
    read: (name) => `System.getenv("${name}")`,
    encoded: (read) => `URLEncoder.encode(${read}, StandardCharsets.UTF_8)`,
  });
  const content = body === undefined ? 'noBody()' : `ofString(${body})`;
  return [
    'import java.net.URI;',
    ...(encodes ? ['import java.net.URLEncoder;'] : []),
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    ...(encodes ? ['import java.nio.charset.StandardCharsets;'] : []),
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    '    HttpRequest request = HttpRequest.newBuilder()',
    `        .uri(URI.create(${url}))`,
    ...headers.map(([name, value]) => `        .header(${name}, ${value})`),
    `        .method(${JSON.stringify(request.method)}, HttpRequest.BodyPublishers.${content})`,
    '        .build();',
    '    HttpResponse<String> response =',
    '        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
}
