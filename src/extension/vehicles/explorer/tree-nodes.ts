import { accountLabel } from '../../../common/vehicle-names.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { remedyButton } from '../../notifications/remedy-button.ts';
import { groupBy } from '../../../common/missing-in-node-20.ts';
import type { VehicleSignal } from '../../../service/model/signals.ts';
import type { SessionState } from '../../auth/sessions/session-info.ts';
import { isSandboxEnvironment } from '../../environments/settings/environment-entry.ts';
import { Account } from '../data/account.ts';
import { commonFailures, type IsReported, type Problem, problemOf, problemOfSession } from '../data/failures.ts';
import { longWaits } from '../data/retries.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import { VehicleEntry } from '../data/vehicle-entry.ts';
import {
  age,
  joined,
  problemLines,
  remedies,
  type Shown,
  staleness,
  waiting,
  warning,
  type Wording,
} from './line-texts.ts';
import { groupLine, signalLine } from './signal-line.ts';
import { type Field, fieldLine, permissionLine, vehicleLine } from './vehicle-lines.ts';

/** A line of the tree. VS Code identifies it by this object, and asks again and again what it shows. */
export interface TreeNode {
  readonly kind:
    | 'account'
    | 'tokens'
    | 'vehicle'
    | 'field'
    | 'group'
    | 'signal'
    | 'permission'
    | 'problem'
    | 'waiting'
    | 'more'
    | 'none';
  /** Unique in the tree, and stable as long as the item is listed; starts with the session's id. */
  readonly id: string;
  /** What it is about: a vehicle, an account, or (undefined) the whole view. */
  readonly of: VehicleEntry | Account | undefined;
  readonly field?: Field;
  readonly signal?: VehicleSignal;
  /** Passed to the commands of the environment … */
  readonly environment?: string;
  /** … and of the session. */
  readonly sessionId?: string;
  readonly line: () => Shown;
  readonly children: () => readonly TreeNode[];
  /** Of what can be revealed. */
  readonly parent: () => TreeNode | undefined;
}

/** Failures that several share, and lists that take long. */
interface Above {
  readonly failures: ReturnType<typeof commonFailures>['all'];
  readonly waits: ReturnType<typeof longWaits>;
}

/** The accounts, vehicles and failures of a directory as nodes of a tree, independent of VS Code. */
export class VehicleNodes {
  readonly #directory: VehicleDirectory;
  readonly #wording: Omit<Wording, 'isReported'>;
  /** Each account and vehicle keeps the same line. */
  readonly #same = new WeakMap<Account | VehicleEntry, TreeNode>();
  #isReported: IsReported = () => false;
  #above: Above;

  constructor(directory: VehicleDirectory, wording: Omit<Wording, 'isReported'>) {
    this.#directory = directory;
    this.#wording = wording;
    this.#above = this.gather();
  }

  /** Whether accounts have their own lines; a single one has its lines at the root. */
  get showsAccounts(): boolean {
    return this.#directory.accounts.length > 1;
  }

  /** What is shown above the accounts, as of the last `gather`. */
  get above(): Above {
    return this.#above;
  }

  /** Pending lists come first, then common failures, each once. */
  roots(): TreeNode[] {
    const { state, accounts, sessionsError } = this.#directory;
    // If the sessions are locked, the view shows its welcome text.
    if (state === 'locked') return [];
    const [only] = accounts;
    const problems = sessionsError ? [this.#problem('sessions', problemOf(sessionsError), undefined)] : [];
    const common = this.above.failures.map(({ error, of, fetchedAt }, index) =>
      this.#problem(`failure-${index}`, problemOf(error), of, { fetchedAt }),
    );
    const lines = [...this.above.waits.map(({ of, since }) => this.#waiting(of, since)), ...problems, ...common];
    if (only && !this.showsAccounts) return [...lines, ...this.#ofAccount(only, true)];
    return [...lines, ...accounts.map((account) => this.of(account))];
  }

  /** Finds what is shown above the accounts, and so not repeated below, until it is called again. */
  gather(): Above {
    const failures = commonFailures(this.#directory);
    this.#isReported = failures.isReported;
    return (this.#above = { failures: failures.all, waits: longWaits(this.#directory) });
  }

  /** The line of an account or a vehicle. */
  of(entry: Account | VehicleEntry): TreeNode {
    const known = this.#same.get(entry) ?? (entry instanceof Account ? this.#account(entry) : this.#vehicle(entry));
    this.#same.set(entry, known);
    return known;
  }

  /** The first line that shows a failure, including those of vehicles. */
  failure(): TreeNode | undefined {
    return firstFailure(this.roots());
  }

  #node(
    kind: TreeNode['kind'],
    id: string,
    of: TreeNode['of'],
    show: (wording: Wording) => Shown,
    more: Partial<TreeNode> = {},
  ): TreeNode {
    const session = of && sessionOf(of);
    return {
      kind,
      id,
      of,
      ...(session && { environment: session.environment }),
      // What is reported above changes, while an account and a vehicle keep their line.
      line: () => show({ ...this.#wording, isReported: this.#isReported }),
      children: () => [],
      parent: () => undefined,
      ...more,
    };
  }

  #problem(
    id: string,
    problem: Problem,
    of: TreeNode['of'],
    times: { readonly fetchedAt?: number | undefined; readonly since?: number | undefined } = {},
    parent: TreeNode['parent'] = () => undefined,
  ): TreeNode {
    return this.#node('problem', `${id}/problem`, of, problemLine(problem, of, times), { parent });
  }

  #account(account: Account): TreeNode {
    const { id } = account.session;
    const children = () => this.#ofAccount(account, false);
    return this.#node('account', id, account, (wording) => accountLine(account, wording), { sessionId: id, children });
  }

  #waiting(account: Account, since: number): TreeNode {
    const { id, account: owner, environment } = account.session;
    return this.#node('waiting', `${id}/waiting`, account, ({ time }) => {
      const name = accountLabel(owner.label, environment, 60);
      const description = t('waiting for the vehicles of {0} since {1}', name, time(since));
      const label = t('Cancel');
      const tooltip = [label, description];
      // The line itself is the button, as with problems. It cancels a request that is still out.
      return { label, description, tooltip, icon: 'sync~spin', tokens: ['waiting'], opens: 'vehicleData.retry' };
    });
  }

  #ofAccount(account: Account, isRoot: boolean): TreeNode[] {
    const { id, lack } = account.session;
    const { value, fetchedAt } = account.list;
    const problem = problemOfSession(account.session);
    const parent = () => (isRoot ? undefined : this.of(account));
    // If the only account is empty, the view shows its welcome text.
    const isEmpty = value !== undefined && account.vehicles.length === 0 && account.unread.length === 0;
    const nodes: TreeNode[] = [];
    if (lack && !(isRoot && isEmpty))
      nodes.push(this.#problem(`${id}/lack`, problemOf(lack.error), account, { since: lack.since }, parent));
    if (problem) nodes.push(this.#problem(id, problem, account, { fetchedAt }, parent));
    else if (isRoot && !isEmpty) {
      const show = (wording: Wording) => tokensLine(account, wording);
      nodes.push(this.#node('tokens', `${id}/tokens`, account, show, { sessionId: id }));
    }
    account.unread.forEach((error, index) =>
      nodes.push(this.#problem(`${id}/unread-${index}`, problemOf(error), account, { fetchedAt }, parent)),
    );
    nodes.push(...account.vehicles.map((vehicle) => this.of(vehicle)));
    if (account.remaining > 0)
      nodes.push(this.#node('more', `${id}/more`, account, (wording) => moreLine(account, wording)));
    if (!isRoot && isEmpty) nodes.push(this.#node('none', `${id}/none`, account, noneLine));
    return nodes;
  }

  #vehicle(vehicle: VehicleEntry): TreeNode {
    const id = `${vehicle.account.session.id}/${vehicle.id}`;
    return this.#node('vehicle', id, vehicle, (wording) => vehicleLine(vehicle, wording), {
      children: () => this.#ofVehicle(vehicle, id),
      parent: () => {
        const account = this.#directory.accounts.find((each) => each === vehicle.account);
        return account && this.showsAccounts ? this.of(account) : undefined;
      },
    });
  }

  #ofVehicle(vehicle: VehicleEntry, id: string): TreeNode[] {
    const { value, error, fetchedAt } = vehicle.attributes;
    const isOwn = error && !this.#isReported(vehicle, error);
    const named: readonly Field[] = value ? ['model'] : [];
    const fields: readonly Field[] = ['capacity', 'records', ...named, 'permissions', 'vehicleId'];
    return [
      ...(isOwn ? [this.#problem(id, problemOf(error), vehicle, { fetchedAt })] : []),
      ...fields.map((field) => {
        const children = () => (field === 'permissions' ? this.#permissions(vehicle, `${id}/${field}`) : []);
        const show = (wording: Wording) => fieldLine(vehicle, field, wording);
        return this.#node('field', `${id}/${field}`, vehicle, show, { field, children });
      }),
      ...this.#signals(vehicle, id),
    ];
  }

  /** By group, in the order of the API; without those that every version has. */
  #signals(vehicle: VehicleEntry, vehicleId: string): TreeNode[] {
    const { value, error, fetchedAt } = vehicle.signals;
    const id = `${vehicleId}/signals`;
    const own = error && !this.#isReported(vehicle, error) ? [error] : [];
    const problems = [...own, ...(value?.unread ? [value.unread] : [])].map((each, index) =>
      this.#problem(`${id}-${index}`, problemOf(each), vehicle, { fetchedAt }),
    );
    if (!value) return problems;
    const shown = value.signals.filter(({ view }) => !view);
    const groups = [...groupBy(shown, ({ group }) => group)].map(([group, signals]) => {
      const signalNode = (signal: VehicleSignal, index: number) => {
        const show = (wording: Wording) => signalLine(signal, wording);
        return this.#node('signal', `${id}/${group}/${signal.code}/${index}`, vehicle, show, { signal });
      };
      const children = () => signals.map(signalNode);
      return this.#node('group', `${id}/${group}`, vehicle, () => groupLine(group), { children });
    });
    const hidden = value.unread ? 0 : value.total - value.signals.length;
    const more = this.#node('none', `${id}-hidden`, vehicle, ({ number }) => hiddenLine(number(hidden)));
    return [...problems, ...groups, ...(hidden > 0 ? [more] : [])];
  }

  /** The permissions that the vehicle's owner has granted, and those that were requested but not granted. */
  #permissions(vehicle: VehicleEntry, id: string): TreeNode[] {
    const { value, fetchedAt } = vehicle.permissions;
    if (!value) return [];
    const { granted, unread } = value;
    const missing = vehicle.account.session.scopes.filter((scope) => !granted.includes(scope));
    const node = (permission: string, isGranted: boolean) =>
      this.#node('permission', `${id}/${permission}`, vehicle, () => permissionLine(permission, isGranted));
    return [
      ...(unread ? [this.#problem(id, problemOf(unread), vehicle, { fetchedAt })] : []),
      ...granted.map((each) => node(each, true)),
      ...missing.map((each) => node(each, false)),
    ];
  }
}

function firstFailure(nodes: readonly TreeNode[]): TreeNode | undefined {
  for (const node of nodes) {
    const isFailure = node.kind === 'problem' || node.line().outcome === 'refused';
    const found = node.kind === 'account' ? firstFailure(node.children()) : isFailure ? node : undefined;
    if (found) return found;
  }
  return undefined;
}

function sessionOf(of: VehicleEntry | Account) {
  return of instanceof VehicleEntry ? of.account.session : of.session;
}

function accountLine(account: Account, wording: Wording): Shown {
  const { session } = account;
  const { value, loading } = account.list;
  const count = value?.total === 1 ? t('1 vehicle') : t('{0} vehicles', wording.number(value?.total ?? 0));
  const stale = staleness([account.list], wording);
  const state = stateOnScreen(session.state);
  // The tokens of version 2.0 have their own line, and version 3 does without them.
  const isWarning = state.isWarning && (session.ownerId === undefined || session.state === 'locked');
  const known = value ? joined(count, stale) : loading ? t('loading…') : '';
  return {
    label: accountLabel(session.account.label, session.environment, 100),
    // What the user has to fix comes first: a narrow view cuts off the end.
    description: joined(isWarning ? state.text : '', known, hasVersion2(account) ? wording.end().note : ''),
    tooltip: [...accountTooltip(account, wording), ...age([account.list], wording)],
    ...(isWarning ? { ...warning, icon: state.icon } : { icon: 'account' }),
    tokens: ['account', ...state.tokens],
    below: 'open',
  };
}

/** The only account: the state of its session, if there is anything to say. */
function tokensLine(account: Account, wording: Wording): Shown {
  const { session } = account;
  const state = stateOnScreen(session.state);
  return {
    label: accountLabel(session.account.label, session.environment, 100),
    description: joined(state.text, hasVersion2(account) ? wording.end().note : ''),
    tooltip: accountTooltip(account, wording),
    ...(state.isWarning && warning),
    icon: state.text === '' ? 'account' : state.icon,
    tokens: ['tokens', ...state.tokens],
  };
}

/** Whose account it is, and what its tokens allow and for how long. */
function accountTooltip(account: Account, { time, end }: Wording): string[] {
  const { state, accessTokenExpiresAt, refreshTokenExpiresAt, scopes, environment, account: owner } = account.session;
  return [
    accountLabel(owner.label, environment, 100),
    stateOnScreen(state).explanation,
    ...(state === 'application'
      ? []
      : [t('access until {0} · refresh until {1}', time(accessTokenExpiresAt), time(refreshTokenExpiresAt))]),
    t('Environment: {0}', environment),
    t('Permissions: {0}', scopes.map((scope) => plainText(scope, 60)).join(', ')),
    ...(hasVersion2(account) ? [end().text] : []),
  ];
}

/** Whether its end concerns the account: once version 2.0 no longer answers, a line of its own says since when. */
function hasVersion2({ session: { hasTokens, lack } }: Account): boolean {
  return hasTokens === true && lack?.since === undefined;
}

function stateOnScreen(state: SessionState) {
  const fine = (icon: string, text: string, explanation: string, ...tokens: string[]) => {
    return { icon, text, explanation, isWarning: false, tokens };
  };
  /** A state in which the session can't be used, with the same explanation as the problem of the account. */
  const unusable = (icon: string, text: string) => {
    const { message = '', nextStep = '', remedy } = problemOfSession({ state }) ?? {};
    return { icon, text, explanation: `${message} ${nextStep}`, isWarning: true, tokens: remedy ? [remedy] : [] };
  };
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
      return unusable('lock', t('locked'));
    case 'needs-owner':
      return unusable('sign-in', t('connect again'));
  }
}

function moreLine({ remaining, list }: Account, { number }: Wording): Shown {
  const label = list.loading ? t('loading…') : t('Show more vehicles');
  const description = t('{0} more', number(remaining));
  const icon = list.loading ? 'sync~spin' : 'ellipsis';
  const tooltip = [label, t('Requests the next page.')];
  return { label, description, tooltip, icon, tokens: ['more'], opens: 'vehicleData.retry' };
}

function hiddenLine(count: string): Shown {
  const label = t('More signals: {0}', count);
  const tooltip = [label, t('The API sent a part of its list.')];
  return { label, description: '', tooltip, icon: 'ellipsis', tokens: ['none'] };
}

function noneLine(): Shown {
  const label = t('No vehicles');
  const tooltip = [label, t('This account shares no vehicles with your application.')];
  return { label, description: '', tooltip, icon: 'circle-slash', tokens: ['none'] };
}

/**
 * @param times since when it is so, or when the earlier data that is still shown was read, in milliseconds since 1970
 */
function problemLine(
  problem: Problem,
  of: TreeNode['of'],
  { fetchedAt, since }: { readonly fetchedAt?: number | undefined; readonly since?: number | undefined },
): (wording: Wording) => Shown {
  return ({ time }) => {
    const earlier =
      since !== undefined
        ? t('since {0}', time(since))
        : fetchedAt === undefined
          ? ''
          : t('as of {0}', time(fetchedAt));
    const { cause, message, nextStep } = problem;
    // The sandbox has nothing to set.
    const hasSettings = of === undefined || !isSandboxEnvironment(sessionOf(of).environment);
    const isSetting = problem.remedy === 'set-secret' || problem.remedy === 'edit-environment';
    const remedy = isSetting && !hasSettings ? 'retry' : problem.remedy;
    const vehicle = of instanceof VehicleEntry ? [t('Vehicle ID: {0}', plainText(of.id, 80))] : [];
    const tooltip = [...problemLines(problem), ...(earlier ? [earlier] : []), ...vehicle];
    const tokens = ['problem', ...(remedy ? [remedy] : [])];
    const line = {
      label: cause,
      tooltip,
      ...(problem.isFact ? { icon: 'info' } : warning),
      tokens,
    };
    const button = remedy && remedyButton(remedy === 'unlock' ? 'retry' : remedy, t);
    if (!remedy || !button) return { ...line, description: '', spoken: joined(message, nextStep, earlier) };
    const [icon, opens] = remedies[remedy];
    // The line itself is the button: buttons beside lines are only visible under the pointer.
    const act = waiting(problem) || button.label;
    return { ...line, description: act, spoken: joined(`${message}, ${act}`, earlier), icon, opens };
  };
}
