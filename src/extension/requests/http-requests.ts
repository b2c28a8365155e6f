/** A request of an `.http` file, with the values that it needs. */
export interface HttpRequest {
  /** Index of the line with method and URL. */
  readonly line: number;
  /** Values that only the person knows, with a hint on each. */
  readonly prompts: readonly { readonly name: string; readonly hint: string }[];
  /** @param values by the names of `prompts` */
  readonly filled: (values: ReadonlyMap<string, string>) => FilledRequest;
}

export interface FilledRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const variable = /\{\{\s*([\w.-]+)\s*\}\}/g;
const definition = /^@([\w.-]+)\s*=\s*(.*?)\s*$/;
const prompt = /^(?:#|\/\/)\s*@prompt\s+([\w.-]+)\s*(.*?)\s*$/;
const requestLine = /^(?:([A-Z]+)\s+)?(https?:\/\/\S+|\{\{\S+)(?:\s+HTTP\/[\d.]+)?\s*$/;

/** Variables may be defined by others, but not in a circle. */
const deepest = 10;

/** The requests of an `.http` file as REST Client writes it: variables, comments, and `###` between requests. */
export function httpRequests(text: string): readonly HttpRequest[] {
  const lines = text.split(/\r\n|\r|\n/);
  const defined = new Map(lines.flatMap((line) => matchOf(definition, line)));
  const hints = new Map(lines.flatMap((line) => matchOf(prompt, line)));
  const starts = lines.flatMap((line, index) => (line.startsWith('###') ? [index + 1] : []));
  return [0, ...starts].flatMap((start, index) => {
    const end = (starts[index] ?? lines.length + 1) - 1;
    const found = lines.slice(start, end).findIndex((line) => requestLine.test(line));
    return found === -1 ? [] : [request(lines, start + found, end, { defined, hints })];
  });
}

function matchOf(pattern: RegExp, line: string): (readonly [string, string])[] {
  const [, name, value = ''] = pattern.exec(line) ?? [];
  return name === undefined ? [] : [[name, value]];
}

interface Names {
  readonly defined: ReadonlyMap<string, string>;
  readonly hints: ReadonlyMap<string, string>;
}

function request(lines: readonly string[], line: number, end: number, { defined, hints }: Names): HttpRequest {
  const [, method = 'GET', url = ''] = requestLine.exec(lines[line] ?? '') ?? [];
  const rest = lines.slice(line + 1, end);
  const blank = rest.findIndex((each) => each.trim() === '');
  const fields = rest
    .slice(0, blank === -1 ? undefined : blank)
    .flatMap((each) => matchOf(/^([\w-]+)\s*:\s*(.*?)\s*$/, each));
  const body = blank === -1 ? '' : rest.slice(blank).join('\n').trim();
  const used = [url, ...fields.map(([, value]) => value), body].join('\n');
  const filler = (values: ReadonlyMap<string, string>) => (part: string) =>
    fill(part, new Map([...defined, ...values]));
  const names = [...fill(used, defined).matchAll(variable)].map(([, name = '']) => name);
  return {
    line,
    prompts: [...new Set(names)].map((name) => ({ name, hint: hints.get(name) ?? '' })),
    filled: (values) => {
      const filled = filler(values);
      return {
        method,
        url: filled(url),
        headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), filled(value)])),
        body: body === '' ? undefined : filled(body),
      };
    },
  };
}

/** What is not known stays as it is. */
function fill(text: string, values: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(variable, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined || depth >= deepest ? whole : fill(value, values, depth + 1);
  });
}
