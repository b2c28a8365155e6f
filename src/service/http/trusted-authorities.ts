import * as tls from 'node:tls';
import type { NetworkRoute } from '../model/network-route.ts';

/** The authorities of a route, with those that Node trusts by itself: whoever names some is trusted in those alone. */
export function trustedAuthorities({ certificates = [] }: NetworkRoute): string[] {
  // VS Code's Node has it since 1.105; an older one names only those that it brings.
  // eslint-disable-next-line n/no-unsupported-features/node-builtins -- so it is asked for
  const own = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;
  return [...own, ...certificates];
}
