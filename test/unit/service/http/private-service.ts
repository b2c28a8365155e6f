import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { listenLocally } from './proxies.ts';

function read(name: string): string {
  return readFileSync(new URL(`../../../data/private-authority/${name}`, import.meta.url), 'utf8');
}

/** PEM of the authority that has signed the certificate. */
export const authority = read('authority.pem');

/** Of `service.test`, `localhost` and 127.0.0.1. */
export const identity = { cert: read('service.pem'), key: read('service-key.pem') };

/** A service over TLS, to be reached at `https://service.test` through a proxy. Resolves with its port. */
export function servePrivately(listener: RequestListener): Promise<number> {
  return listenLocally(createServer(identity, listener));
}
