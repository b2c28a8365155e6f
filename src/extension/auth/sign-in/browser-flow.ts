import { isSameSecret, randomSecret } from '../../../common/random-secret.ts';
import { LimitReached, within, type Scheduler } from '../../../common/scheduler.ts';
import { t } from '../../../common/translate.ts';
import { connectUrl, readConnectRedirect, type ConnectRedirect } from '../../../service/oauth/connect-url.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import { asServiceError, ServiceError } from '../../../service/model/errors.ts';
import type { OpenRedirectListener, RedirectListener } from './pending-redirects.ts';
import type { RedirectVerdict, ResultPage } from './result-page.ts';

/** The user interface of a flow. */
export interface SignInUi {
  /** Target of a link that copies the sign-in address. */
  readonly copyLink: string;
  /** False if no browser opened. The address is passed on unchanged. */
  openExternal(url: string): PromiseLike<boolean>;
  /** Offers to copy the address, for a browser that has to be opened by hand. Does not wait. */
  offerLink(url: string): void;
}

export interface FlowRequest {
  readonly environment: ServiceEnvironment;
  /** The versions to connect the owner to, by this one visit. */
  readonly versions: readonly ApiVersion[];
  readonly scopes: readonly string[];
  readonly ui: SignInUi;
  /** Shows one line of our own text as progress. It may contain links. */
  readonly report: (message: string) => void;
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
  /** What becomes of the result, for the page in the browser. */
  readonly connected: Promise<unknown>;
}

/** What the redirect brought for each version; at least one of the two. */
export interface FlowResult {
  /** What the code exchange needs; the redirect URI is the same as in the Connect URL. */
  readonly grant: CodeGrant | undefined;
  /** The owner who has granted the application access. */
  readonly ownerId: string | undefined;
}

export interface CodeGrant {
  readonly code: string;
  readonly redirectUri: string;
}

/** Sends the owner to Connect and returns the result. Rejects with ServiceError. */
export type SignInFlow = (request: FlowRequest) => Promise<FlowResult>;

const timeoutMs = 5 * 60_000;
/** How long the page in the browser waits for the tokens. */
const outcomeMs = 10_000;

const pasteLink = 'command:vehicleData.pasteRedirect';

/** Opens Connect in a browser. Listens for the redirect before the browser opens. */
export function browserFlow(listen: OpenRedirectListener, scheduler: Scheduler): SignInFlow {
  return async (request) => {
    const state = randomSecret();
    const { environment, versions, connected } = request;
    const outcome = () => within(connected, outcomeMs, scheduler).then(granted, notConnected);
    const verdict = (url: URL) => judge(readConnectRedirect(url, versions), state, outcome);
    const listener = await listen(environment.redirectUri, verdict, state);
    try {
      return await connectThrough(listener, state, request, scheduler);
    } finally {
      listener.dispose();
    }
  };
}

async function connectThrough(
  listener: RedirectListener,
  state: string,
  { environment, versions, scopes, ui, report, signal }: FlowRequest,
  scheduler: Scheduler,
): Promise<FlowResult> {
  const { redirectUri } = listener;
  const url = connectUrl({ environment, versions, redirectUri, scopes, state });
  const waiting = new AbortController();
  try {
    signal.throwIfAborted();
    report(waitingText(listener, ui));
    const returned = within(listener.next(AbortSignal.any([signal, waiting.signal])), timeoutMs, scheduler);
    // Opening may take long because of a dialog; meanwhile, the owner may come back, or the user may cancel.
    const opened = open(url, ui).then(() => returned);
    const redirect = readConnectRedirect(await Promise.race([returned, opened]), versions);
    return resultOf(redirect, redirectUri);
  } catch (error) {
    if (signal.aborted) throw cancelled(error);
    if (error instanceof LimitReached) throw timedOut(environment.applicationId ?? environment.clientId, listener);
    throw error;
  } finally {
    waiting.abort();
  }
}

/** Includes links to the alternatives: the browser may be on another machine, or unable to return by itself. */
function waitingText({ mayBeUnreachable }: RedirectListener, { copyLink }: SignInUi): string {
  return mayBeUnreachable
    ? t(
        'Continue in the browser. If the last page can’t be reached, [paste its URL]({0}). No browser? [Copy the sign-in link]({1}).',
        pasteLink,
        copyLink,
      )
    : t(
        'Continue in the browser, or [copy the sign-in link]({1}) and [paste the redirect URL]({0}).',
        pasteLink,
        copyLink,
      );
}

/** Opens the browser. If that fails for any reason, offers the link to the user. */
async function open(url: string, ui: SignInUi): Promise<void> {
  const isOpen = await Promise.resolve(ui.openExternal(url)).catch(() => false);
  if (!isOpen) ui.offerLink(url);
}

/** A redirect with another state belongs to another sign-in, or to none: it must not end this one. */
function judge(redirect: ConnectRedirect, expected: string, outcome: () => Promise<ResultPage>): RedirectVerdict {
  if (!isSameSecret(expected, redirect.state)) {
    return {
      isTaken: false,
      page: {
        tone: 'ignored',
        title: t('This page belongs to another sign-in'),
        text: t('Continue on the page that VS Code opened last, or connect again in VS Code.'),
      },
    };
  }
  if (redirect.kind === 'granted') return { isTaken: true, page: outcome() };
  return { isTaken: true, page: refused(t('See VS Code for details. You can close this page.')) };
}

function granted(): ResultPage {
  return { tone: 'success', title: t('Access granted'), text: t('Go back to VS Code. You can close this page.') };
}

function notConnected(error: unknown): ResultPage {
  if (error instanceof LimitReached) return granted();
  const { message, nextStep } = asServiceError(error);
  return refused(`${t('Access was granted, but the sign-in failed: {0}', message)} ${nextStep}`);
}

function refused(text: string): ResultPage {
  return { tone: 'refused', title: t('Not connected'), text };
}

function resultOf(redirect: ConnectRedirect, redirectUri: string): FlowResult {
  switch (redirect.kind) {
    case 'granted': {
      const { code, ownerId } = redirect;
      return { grant: code === undefined ? undefined : { code, redirectUri }, ownerId };
    }
    case 'refused': {
      const { message, nextStep, error } = redirect;
      const turn = error === 'configuration_error' ? 'developer' : 'reconnect';
      throw new ServiceError(t('Not connected: {0}', message), {
        kind: 'oauth',
        turn,
        nextStep,
        type: error,
        sent: true,
      });
    }
    case 'version-3':
    case 'unreadable': {
      const { message, nextStep } = redirect;
      const remedy = redirect.kind === 'version-3' ? 'explain-version' : undefined;
      throw new ServiceError(message, { kind: 'contract', turn: 'developer', nextStep, remedy, sent: true });
    }
  }
}

function cancelled(cause: unknown): ServiceError {
  return new ServiceError(t('The sign-in was canceled.'), {
    kind: 'cancelled',
    turn: 'reconnect',
    nextStep: t('Connect again when you’re ready.'),
    sent: false,
    cause,
  });
}

/** Connect shows some errors only in the browser and never redirects, so both likely reasons are mentioned. */
function timedOut(clientId: string, { ignored, redirectUri }: RedirectListener): ServiceError {
  const hints = [
    t(
      'Does the browser show an error? If it names client_id, check the client ID “{0}”. If it names the redirect URI, register {1} with the application.',
      clientId,
      redirectUri,
    ),
  ];
  if (ignored > 0) {
    hints.push(t('Ignored {0} responses from older sign-in pages. Close those pages.', ignored));
  }
  return new ServiceError(t('The sign-in was not completed within 5 minutes.'), {
    kind: 'timeout',
    turn: 'reconnect',
    nextStep: hints.join(' '),
    sent: true,
  });
}
