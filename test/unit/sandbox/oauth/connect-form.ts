import { connect } from 'node:net';

/** What a browser would send with a form of a page: hidden fields, and what is ticked. */
export function formFields(page: string): [string, string][] {
  return [...page.matchAll(/<input\s[^>]*>/g)]
    .map(([input]) => ({
      type: /type="([^"]+)"/.exec(input)?.[1] ?? '',
      name: /name="([^"]+)"/.exec(input)?.[1] ?? '',
      value: /value="([^"]*)"/.exec(input)?.[1] ?? '',
      checked: /\schecked\b/.test(input),
    }))
    .filter(({ type, checked }) => type === 'hidden' || checked)
    .map(({ name, value }) => [name, value]);
}

/** The Location that a GET of this request target gets: no client in between tidies the target up. */
export function rawLocation(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    socket.on('error', reject).on('end', () => {
      resolve(/\r\nlocation: ([^\r\n]*)/i.exec(answer)?.[1] ?? '');
    });
  });
}
