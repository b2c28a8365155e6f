import type { Scheduler } from '../../../common/scheduler.ts';
import type { Environments } from '../../environments/settings/environments.ts';
import { signedOut } from '../sessions/session-errors.ts';
import type { Sessions } from '../sessions/session-info.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import { browserFlow } from './browser-flow.ts';
import { InteractiveSignIn } from './interactive-sign-in.ts';
import { PendingExchanges } from './pending-exchanges.ts';
import type { OpenRedirectListener } from './redirect-listener.ts';
import { exchangeLater, type SignInOptions } from './sign-in.ts';

export interface CreateSignInOptions extends Omit<SignInOptions, 'flow' | 'store' | 'lacks'> {
  readonly environments: SignInOptions['environments'] & Pick<Environments, 'onDidChange'>;
  readonly openRedirectListener: OpenRedirectListener;
  readonly sessions: Pick<Sessions, 'noteLack'> & { readonly stored: () => Promise<readonly StoredSession[]> };
  /** Stores what a sign-in has connected. */
  readonly register: SignInOptions['store'];
  readonly scheduler: Scheduler;
}

/** Creates what connects accounts, and what completes a sign-in later for a version that could not be connected. */
export function createSignIn(options: CreateSignInOptions) {
  const { environments, sessions, register, openRedirectListener, scheduler, log } = options;
  const isConnected = async (sessionId: string) => (await sessions.stored()).some(({ id }) => id === sessionId);
  const pending = new PendingExchanges({
    onDidChange: environments.onDidChange,
    isConnected,
    exchange: (session, grant) =>
      exchangeLater(
        {
          ...signInOptions,
          store: async (connected) => {
            // Signed out meanwhile: the new tokens must not connect the account again.
            if (!(await isConnected(session.id))) throw signedOut();
            return register(connected);
          },
        },
        session,
        grant,
      ),
    show: (sessionId, error) => sessions.noteLack(sessionId, error && { error }),
    log,
  });
  const signInOptions: SignInOptions = {
    ...options,
    flow: browserFlow(openRedirectListener, scheduler),
    store: register,
    lacks: (session, lack) => pending.note(session, lack),
  };
  return { interactive: new InteractiveSignIn(signInOptions), pending };
}
