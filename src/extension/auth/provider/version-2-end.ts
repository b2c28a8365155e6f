import { now } from '../../../common/clock.ts';
import { Emitter } from '../../../common/event.ts';
import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';

/** Requests that show what still answers, sent once for a failure that looks like the end. */
export interface Probes {
  readonly version2: () => Promise<unknown>;
  readonly version3: () => Promise<unknown>;
}

/** Pause between two checks of one environment, in milliseconds. */
const pauseMs = 60_000;

/**
 * The environments whose version 2.0 no longer answers although version 3 does. Nobody knows how the service will end
 * it, so whatever comes in its place counts: 410, 404 for every path, no host, or a page. Kept for this window; a host
 * that is not there may be back, so it is asked again each minute while somebody needs to know.
 */
export class Version2End {
  readonly #ends = new Map<
    string,
    { readonly since: number; readonly isUnsaid: boolean; readonly version2: Probes['version2'] }
  >();
  readonly #checkedAt = new Map<string, number>();
  readonly #changed = new Emitter<string>();
  #asking: Promise<unknown> = Promise.resolve();
  /** Fires with the name of the environment. */
  readonly onDidChange = this.#changed.event;

  /** Milliseconds since 1970; undefined while version 2.0 answers, as far as is known. */
  since(environment: string): number | undefined {
    const end = this.#ends.get(environment);
    if (end?.isUnsaid && this.#isTime(environment)) this.#asking = this.#ask(environment);
    return end?.since;
  }

  /** Finds out whether a failure of version 2.0 is its end. Never rejects. */
  async check(environment: string, error: unknown, { version2, version3 }: Probes): Promise<void> {
    if (!looksLikeTheEnd(error) || this.#ends.has(environment)) return;
    const at = now();
    if (!this.#isTime(environment)) return;
    this.#checkedAt.set(environment, at);
    const [isOver, third] = await Promise.all([hasEnded(version2), Promise.allSettled([version3()])]);
    if (!isOver || third[0].status === 'rejected') return;
    this.#ends.set(environment, { since: at, isUnsaid: (error as ServiceError).kind === 'network', version2 });
    this.#changed.fire(environment);
  }

  /** For a manual refresh: asks version 2.0 again, once for each environment. Until it answers, nothing changes. */
  askAgain(): void {
    this.#checkedAt.clear();
    this.#asking = Promise.all([...this.#ends.keys()].map((environment) => this.#ask(environment)));
  }

  async #ask(environment: string): Promise<void> {
    const end = this.#ends.get(environment);
    this.#checkedAt.set(environment, now());
    if (!end || (await hasEnded(end.version2))) return;
    this.#ends.delete(environment);
    this.#checkedAt.delete(environment);
    this.#changed.fire(environment);
  }

  /** Whether the pause since the last check is over. */
  #isTime(environment: string): boolean {
    return Math.abs(now() - (this.#checkedAt.get(environment) ?? -Infinity)) >= pauseMs;
  }

  /** Resolves once it is known whether version 2.0 answers again. */
  async asked(): Promise<void> {
    await this.#asking;
  }
}

async function hasEnded(version2: Probes['version2']): Promise<boolean> {
  const [answer] = await Promise.allSettled([version2()]);
  return answer.status === 'rejected' && looksLikeTheEnd(answer.reason);
}

function looksLikeTheEnd(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { status, kind } = error;
  if (status === 410 || status === 404) return true;
  return kind === 'not-json' || kind === 'redirect' || kind === 'network';
}

export function noVersion2(): ServiceError {
  return new ServiceError(t('Version 2.0 no longer answers. Version 3 is used.'), {
    kind: 'api',
    turn: 'nobody',
    nextStep: t('Refresh the view to try version 2.0 again.'),
    remedy: 'explain-version',
    sent: true,
  });
}
