import type { SessionState } from '../../auth/sessions/session-info.ts';
import { t } from '../../../common/translate.ts';
import { problemOfSession } from '../data/problem.ts';

/** A session's state as shown on a line. */
export interface StateOnScreen {
  /** Name of a theme icon. */
  readonly icon: string;
  /** A few words; empty if there is nothing to say. */
  readonly text: string;
  /** What it means and what to do, for the tooltip. */
  readonly explanation: string;
  readonly isWarning: boolean;
  /** Tokens in the context value, which decide on the line's buttons. */
  readonly tokens: readonly string[];
}

export function stateOnScreen(state: SessionState): StateOnScreen {
  switch (state) {
    case 'fresh':
      return fine('key', '', t('The tokens are valid.'));
    case 'application':
      // Connected by version 3 alone: connecting again brings the tokens of version 2.0, where there are credentials.
      return fine('key', '', t('The application’s access token is used. It is kept in memory only.'), 'application');
    case 'expiring':
      return fine('clock', t('refresh due'), t('The tokens are refreshed with the next request.'));
    case 'refreshing':
      return fine('sync~spin', t('refreshing…'), t('Refreshing the tokens. This continues if you close the window.'));
    case 'offline': {
      const explanation = t('The API could not be reached. It is retried automatically. The session is kept.');
      return { ...fine('debug-disconnect', t('offline'), explanation), isWarning: true };
    }
    case 'locked':
      return unusable(state, 'lock', t('locked'));
    case 'needs-owner':
      return unusable(state, 'sign-in', t('connect again'));
  }
}

function fine(icon: string, text: string, explanation: string, ...tokens: string[]): StateOnScreen {
  return { icon, text, explanation, isWarning: false, tokens };
}

/** A state in which the session can't be used, with the same explanation as the problem of the account. */
function unusable(state: SessionState, icon: string, text: string): StateOnScreen {
  const { message = '', nextStep = '', remedy } = problemOfSession({ state }) ?? {};
  return { icon, text, explanation: `${message} ${nextStep}`, isWarning: true, tokens: remedy ? [remedy] : [] };
}
