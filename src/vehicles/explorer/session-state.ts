import type { SessionState } from '../../auth/sessions/session-info.ts';
import { t } from '../../common/translate.ts';

/** A session's state as a line shows it. */
export interface StateOnScreen {
  /** Name of a theme icon. */
  readonly icon: string;
  /** A few words; empty where nothing needs saying. */
  readonly text: string;
  /** What it means and what to do, for the tooltip. */
  readonly explanation: string;
  readonly isWarning: boolean;
  /** Which buttons the line gets, as menus know them. */
  readonly tokens: readonly string[];
}

export function stateOnScreen(state: SessionState): StateOnScreen {
  switch (state) {
    case 'fresh': {
      const explanation = t('The tokens are valid.');
      return { icon: 'key', text: '', explanation, isWarning: false, tokens: ['renewable'] };
    }
    case 'expiring': {
      const explanation = t('The tokens are refreshed with the next request, or soon after.');
      return { icon: 'clock', text: t('refresh due'), explanation, isWarning: false, tokens: ['renewable'] };
    }
    case 'refreshing': {
      const explanation = t('Refreshing the tokens. This continues if you close the window.');
      return { icon: 'sync~spin', text: t('refreshing…'), explanation, isWarning: false, tokens: [] };
    }
    case 'offline': {
      const explanation = t(
        'The API could not be reached. It is retried automatically; Refresh Tokens retries now. The session is kept.',
      );
      return { icon: 'debug-disconnect', text: t('offline'), explanation, isWarning: true, tokens: ['renewable'] };
    }
    case 'locked': {
      const explanation = t(
        'The key of this session can’t be read. Unlock the keyring, then retry. The session is kept.',
      );
      return { icon: 'lock', text: t('locked'), explanation, isWarning: true, tokens: ['unlock'] };
    }
    case 'needs-owner': {
      const explanation = t(
        'The API no longer accepts the refresh token. Connect again so that the owner can grant access.',
      );
      return { icon: 'sign-in', text: t('connect again'), explanation, isWarning: true, tokens: ['reconnect'] };
    }
  }
}
