import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import { accountLabel } from '../../../common/account-label.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import type { Account } from '../data/account.ts';
import { age, joined, problemLines, staleness, waiting, warning } from './tree-line.ts';
import type { TreeLine, LineContext } from './tree-line.ts';
import type { ProblemNode, TreeNode, WaitingNode } from './tree-nodes.ts';
import { remedyButton } from '../../notifications/remedy-button.ts';
import { stateOnScreen } from './session-state.ts';
import { fieldLine, permissionLine, vehicleLine } from './vehicle-lines.ts';

export function lineOf(node: TreeNode, context: LineContext): TreeLine {
  switch (node.kind) {
    case 'account':
      return accountLine(node.account, context);
    case 'tokens':
      return tokensLine(node.account, context);
    case 'vehicle':
      return vehicleLine(node, context);
    case 'field':
      return fieldLine(node, context);
    case 'permission':
      return permissionLine(node);
    case 'problem':
      return problemLine(node, context);
    case 'waiting':
      return waitingLine(node, context);
    case 'more': {
      const { remaining, list } = node.account;
      const label = list.loading ? t('loading…') : t('Show more vehicles');
      const description = t('{0} more', context.number(remaining));
      const tooltip = [label, t('Requests the next page.')];
      const icon = list.loading ? 'sync~spin' : 'ellipsis';
      return { label, description, tooltip, icon, tokens: ['more'], children: 'none', opens: 'more' };
    }
    case 'none': {
      const label = t('No vehicles');
      const tooltip = [label, t('This account shares no vehicles with your application.')];
      return { label, description: '', tooltip, icon: 'circle-slash', tokens: ['none'], children: 'none' };
    }
  }
}

/** The text for screen readers, with everything that the line shows. */
export function accessibleLabel({ label, description, spoken = description, tone }: TreeLine): string {
  const warning = tone === 'warning' ? t('warning') : '';
  return [label, spoken, warning].filter((part) => part !== '').join(', ');
}

function accountLine(account: Account, context: LineContext): TreeLine {
  const { number } = context;
  const label = accountLabel(account.session.account.label, account.session.environment, 100);
  const { value, loading } = account.list;
  const count = value?.total === 1 ? t('1 vehicle') : t('{0} vehicles', number(value?.total ?? 0));
  const stale = staleness([account.list], context);
  const read = age([account.list], context);
  const { session } = account;
  const of = stateOnScreen(session.state);
  // The tokens of version 2.0 have their own line, and version 3 does without them.
  const state = { ...of, isWarning: of.isWarning && (session.ownerId === undefined || session.state === 'locked') };
  const known = value ? joined(count, stale) : loading ? t('loading…') : '';
  return {
    label,
    // What the user has to fix comes first: a narrow view cuts off the end.
    description: joined(state.isWarning ? state.text : '', known, hasVersion2(session) ? context.end().note : ''),
    tooltip: [...accountTooltip(account, context), ...read],
    ...(state.isWarning ? ({ icon: state.icon, tone: 'warning' } as const) : { icon: 'account' }),
    tokens: ['account', ...state.tokens],
    children: 'expanded',
  };
}

/** Whose account it is, and what its tokens allow and for how long. */
function accountTooltip({ session }: Account, { time, end }: LineContext): string[] {
  const { accessTokenExpiresAt, refreshTokenExpiresAt, scopes, environment } = session;
  return [
    accountLabel(session.account.label, environment, 100),
    stateOnScreen(session.state).explanation,
    ...(session.state === 'application'
      ? []
      : [t('access until {0} · refresh until {1}', time(accessTokenExpiresAt), time(refreshTokenExpiresAt))]),
    t('Environment: {0}', environment),
    t('Permissions: {0}', scopes.map((scope) => plainText(scope, 60)).join(', ')),
    ...(hasVersion2(session) ? [end().text] : []),
  ];
}

/** Whether its end concerns the account: once version 2.0 no longer answers, a line of its own says since when. */
function hasVersion2({ hasTokens, lack }: SessionInfo): boolean {
  return hasTokens === true && lack?.since === undefined;
}

/** The line itself is the button, as with problems. */
function waitingLine({ account: { session }, since }: WaitingNode, { time }: LineContext): TreeLine {
  const owner = accountLabel(session.account.label, session.environment, 60);
  const description = t('waiting for the vehicles of {0} since {1}', owner, time(since));
  const tooltip = [t('Cancel'), description];
  return {
    label: t('Cancel'),
    description,
    tooltip,
    icon: 'sync~spin',
    tokens: ['waiting'],
    children: 'none',
    opens: 'cancel',
  };
}

/** The only account: the state of its session, if there is anything to say. */
function tokensLine(account: Account, context: LineContext): TreeLine {
  const { session } = account;
  const state = stateOnScreen(session.state);
  return {
    label: accountLabel(session.account.label, session.environment, 100),
    description: joined(state.text, hasVersion2(session) ? context.end().note : ''),
    tooltip: accountTooltip(account, context),
    icon: state.text === '' ? 'account' : state.icon,
    ...(state.isWarning && { tone: 'warning' }),
    tokens: ['tokens', ...state.tokens],
    children: 'none',
  };
}

const remedyIcons: Readonly<Record<NonNullable<ProblemNode['problem']['remedy']>, string>> = {
  retry: 'refresh',
  unlock: 'unlock',
  reconnect: 'sign-in',
  'owner-page': 'link-external',
  'edit-environment': 'edit',
  'set-secret': 'lock',
  subscribe: 'bell',
  'explain-version': 'info',
};

function problemLine({ problem, of, fetchedAt, since }: ProblemNode, context: LineContext): TreeLine {
  const { time } = context;
  const earlier =
    since !== undefined ? t('since {0}', time(since)) : fetchedAt === undefined ? '' : t('as of {0}', time(fetchedAt));
  const { nextStep, remedy } = problem;
  const { message } = problem;
  const tokens = ['problem', ...(remedy ? [remedy] : [])];
  const tooltip = [...problemLines(problem), ...(earlier ? [earlier] : [])];
  const owner = of && 'account' in of ? [t('Vehicle ID: {0}', plainText(of.id, 80))] : [];
  const tone = problem.isFact ? ({ icon: 'info' } as const) : warning;
  const line = { tooltip: [...tooltip, ...owner], ...tone, tokens, children: 'none' } as const;
  const button = remedy && remedyButton(remedy === 'unlock' ? 'retry' : remedy, t);
  if (!remedy || !button) return { ...line, label: message, description: joined(nextStep, earlier) };
  // The line itself is the button: buttons beside lines are only visible under the pointer.
  const does = waiting(problem, context) || button.label;
  return { ...line, label: message, description: joined(does, earlier), icon: remedyIcons[remedy], opens: remedy };
}
