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
      const explanation = t('Fresh: nothing to do.');
      return { icon: 'key', text: '', explanation, isWarning: false, tokens: ['renewable'] };
    }
    case 'expiring': {
      const explanation = t('Due for new tokens. They come by themselves with the next request or a little later.');
      return { icon: 'clock', text: t('renewal due'), explanation, isWarning: false, tokens: ['renewable'] };
    }
    case 'refreshing': {
      const explanation = t('Getting new tokens now. This goes on even if the window is closed.');
      return { icon: 'sync~spin', text: t('renewing…'), explanation, isWarning: false, tokens: [] };
    }
    case 'offline': {
      const explanation = t(
        'The service could not be reached at the last try. It is tried again by itself; Refresh Tokens tries now. The session is kept.',
      );
      return { icon: 'debug-disconnect', text: t('offline'), explanation, isWarning: true, tokens: ['renewable'] };
    }
    case 'locked': {
      const explanation = t(
        'The key of this session can’t be read now. Unlock the keyring, then press Try the Keyring Again; Show Sign-in Diagnostics says more. Nothing is lost.',
      );
      return { icon: 'lock', text: t('locked'), explanation, isWarning: true, tokens: ['unlock'] };
    }
    case 'needs-owner': {
      const explanation = t(
        'The service no longer accepts the refresh token: the owner must allow access once more. Press Connect Again.',
      );
      return { icon: 'sign-in', text: t('owner needed'), explanation, isWarning: true, tokens: ['reconnect'] };
    }
  }
}
