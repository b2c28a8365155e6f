import { Emitter } from '../common/event.ts';
import { t } from '../common/translate.ts';
import { ServiceError } from '../service/model/errors.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';
import { probeSandbox, unavailable } from './control-client.ts';
import type { Fetch } from './control-client.ts';
import type { Sandbox, SandboxStatus } from './sandbox.ts';

/** A sandbox that somebody else runs, named by `VEHICLE_DATA_SANDBOX_URL`: used, never started or stopped. */
export class ExternalSandbox implements Sandbox {
  readonly #controlUrl: string;
  readonly #fetch: Fetch;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #status: SandboxStatus = { kind: 'stopped' };

  /** @param controlUrl its control address, such as `http://localhost:4711/sandbox` */
  constructor(controlUrl: string, fetch: Fetch) {
    this.#controlUrl = controlUrl;
    this.#fetch = fetch;
  }

  get status(): SandboxStatus {
    return this.#status;
  }

  async addresses(): Promise<SandboxAddresses> {
    const found = await this.find();
    if (found) return found;
    throw unavailable(t('The sandbox at {0} does not respond.', this.#controlUrl), t('Start it again, then retry.'));
  }

  async find(): Promise<SandboxAddresses | undefined> {
    const addresses = (await probeSandbox(this.#controlUrl, this.#fetch))?.addresses;
    const before = this.#status.kind;
    this.#status = addresses ? { kind: 'running', addresses } : { kind: 'stopped' };
    if (this.#status.kind !== before) this.#changed.fire();
    return addresses;
  }

  others(): Promise<number> {
    return Promise.resolve(0);
  }

  stop(): Promise<void> {
    return Promise.reject(
      new ServiceError(
        t('This window uses the sandbox at {0}, set by {1}.', this.#controlUrl, 'VEHICLE_DATA_SANDBOX_URL'),
        {
          kind: 'input',
          turn: 'developer',
          nextStep: t('Stop it where it was started.'),
          sent: false,
        },
      ),
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
