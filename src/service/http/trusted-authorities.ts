import * as tls from 'node:tls';

/** These authorities and those that Node trusts by default: a list given to Node replaces its default. */
export function trustedAuthorities(certificates: readonly string[]): string[] {
  // VS Code's Node has this function since 1.105; an older one lists only the authorities bundled with it.
  // eslint-disable-next-line n/no-unsupported-features/node-builtins -- so it is asked for
  const own = typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : tls.rootCertificates;
  return [...own, ...certificates];
}
