import type * as vscode from 'vscode';
import type { Clock } from '../common/clock.ts';
import type { RepeatableRequest } from '../service/model/request-report.ts';

/** What the room needs of the others. */
export interface RequestsDeps {
  readonly log: vscode.LogOutputChannel;
  readonly clock: Clock;
  /** Name and version that exported files say they are from. */
  readonly creator: { readonly name: string; readonly version: string };
  /** Sends a data request again, with the token that its session has now. Rejects with ServiceError. */
  readonly repeat: (request: RepeatableRequest) => Promise<void>;
}
