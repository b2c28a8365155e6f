import { Emitter } from '../common/event.ts';
import { hostOf, isLoopbackHost, loopbackAddresses } from '../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../common/missing-in-node-20.ts';
import { t } from '../common/translate.ts';
import { ServiceError } from '../service/model/errors.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';
import { controlUrlAt, type Fetch, notResponding, probeSandbox, whoAnswers } from './control-client.ts';
import type { Sandbox, SandboxStatus } from './sandbox.ts';

const variable = 'VEHICLE_DATA_SANDBOX_URL';

/** A sandbox that somebody else runs, given by `VEHICLE_DATA_SANDBOX_URL`. It is used, but never started or stopped. */
export class ExternalSandbox implements Sandbox {
  readonly #given: string;
  /** Undefined if the given text is not the address of a sandbox. */
  readonly #controlUrl: string | undefined;
  readonly #fetch: Fetch;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #status: SandboxStatus = { kind: 'stopped' };
  #pending: Promise<SandboxAddresses | undefined> | undefined;

  /** @param given its control address, such as `http://localhost:4711/sandbox` */
  constructor(given: string, fetch: Fetch) {
    this.#given = given;
    this.#controlUrl = readControlUrl(given);
    this.#fetch = fetch;
  }

  get status(): SandboxStatus {
    return this.#status;
  }

  async addresses(): Promise<SandboxAddresses> {
    const found = await this.find();
    if (found) return found;
    const url = this.#controlUrl;
    if (url === undefined) {
      throw misled(
        t('{0} is not the address of a sandbox: {1}', variable, this.#given),
        t('Set it to http://localhost:PORT/sandbox, then restart VS Code.'),
      );
    }
    if ((await whoAnswers(url)) === 'other') {
      throw misled(
        t('The program at {0} is not a sandbox of this user.', url),
        t('Start the sandbox on this machine, with your account.'),
      );
    }
    const port = Number(new URL(url).port || 80);
    throw notResponding(
      url,
      loopbackAddresses.map((address) => hostOf(address, port)),
    );
  }

  find(): Promise<SandboxAddresses | undefined> {
    this.#pending ??= this.#find().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async #find(): Promise<SandboxAddresses | undefined> {
    const url = this.#controlUrl;
    const addresses = url === undefined ? undefined : (await probeSandbox(url, this.#fetch))?.addresses;
    const before = this.#status.kind;
    this.#status = addresses ? { kind: 'running', addresses } : { kind: 'stopped' };
    if (this.#status.kind !== before) this.#changed.fire();
    return addresses;
  }

  others(): Promise<number> {
    return Promise.resolve(0);
  }

  stop(): Promise<void> {
    const url = this.#controlUrl ?? this.#given;
    return Promise.reject(
      misled(t('This window uses the sandbox at {0}, set by {1}.', url, variable), t('Stop it where it was started.')),
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** The control URL in the form in which a sandbox reports it; undefined if it is not a control URL on this machine. */
function readControlUrl(given: string): string | undefined {
  const url = parseUrl(given);
  if (url?.protocol !== 'http:' || !isLoopbackHost(url.hostname)) return undefined;
  const { username, password, port, pathname, search, hash } = url;
  if (username + password + search + hash !== '' || !/^\/(?:sandbox\/?)?$/.test(pathname)) return undefined;
  return controlUrlAt(Number(port || 80));
}

function misled(message: string, nextStep: string): ServiceError {
  return new ServiceError(message, { kind: 'input', turn: 'developer', nextStep, sent: false });
}
