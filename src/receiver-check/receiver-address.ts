import { parseUrl } from '../common/missing-in-node-20.ts';
import { t } from '../common/translate.ts';
import { isLoopbackHost } from '../common/loopback/loopback-host.ts';

/** The receiver is on another machine, and that was not allowed. */
export class RemoteReceiver extends Error {
  override readonly name = 'RemoteReceiver';
}

/**
 * The address of a receiver, or of its probe. Throws an Error that says what is wrong, without what may be secret in it.
 *
 * @param mayBeRemote whether it may be on another machine: events about vehicles that don't exist, rightly signed, get there
 */
export function receiverAddress(text: string, mayBeRemote: boolean): URL {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(t('The address of the receiver is not an http or https URL.'));
  if (url.username !== '' || url.password !== '') {
    throw new Error(t('The address of the receiver contains a user name or password ({0}).', url.host));
  }
  if (mayBeRemote || isLoopbackHost(url.hostname)) return url;
  throw new RemoteReceiver(
    t('{0} is not on this machine. The check sends signed events of vehicles that don’t exist.', url.host),
  );
}
