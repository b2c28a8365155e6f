import type { Event } from '../../common/event.ts';
import type { CallableName, ControlAnswer, ControlRequest } from '../../sandbox/control/contract.ts';
import type { SandboxSnapshot } from '../../sandbox-client/sandbox-monitor.ts';

/** The running sandbox as this window knows it. */
export interface LiveSandbox {
  /** Undefined while no sandbox is known to run. */
  snapshot(): SandboxSnapshot | undefined;
  /** Fires when `snapshot` may have changed. */
  readonly onDidChange: Event<void>;
  /** Calls the control API of the sandbox, which is started if necessary. Rejects with ServiceError. */
  readonly control: <Name extends CallableName>(
    name: Name,
    request: ControlRequest<Name>,
  ) => Promise<ControlAnswer<Name>>;
}
