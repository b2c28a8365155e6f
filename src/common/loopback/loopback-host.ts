import { isIPv4 } from 'node:net';

/**
 * Whether a host, with or without a port, names this machine: `localhost:4711`, `127.0.0.1`, `[::1]:80`. The text is
 * not normalized: a URL parser would read `127.0.0.1.`, `0x7f.1` and other forms that none of our clients sends as
 * 127.0.0.1.
 */
export function isLoopbackHost(host: string): boolean {
  const [, name = '', port = '0'] = /^(localhost|[\d.]+|\[::1\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  const isNamed = name.toLowerCase() === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'));
  return isNamed && Number(port) < 65_536;
}
