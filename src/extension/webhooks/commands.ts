import * as vscode from 'vscode';
import { abortWith } from '../../common/abort-with.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { readBounded } from '../../common/text/decode-text.ts';
import type { ReceiverTask, RuleResult } from '../../receiver-check/check-receiver.ts';
import type { DeliverySummary, WebhookSummary } from '../../sandbox/control/contract.ts';
import type { RequestLine } from '../requests/presentation.ts';
import { copyRequestAs, type RequestsView } from '../requests/requests-view.ts';
import type { SandboxRoom } from '../sandbox/sandbox-room.ts';
import { runProgram } from '../window/run-program.ts';
import { window } from '../window/window.ts';
import { chooseToken } from './choose-token.ts';
import { messageOf, signatureReport } from './delivery-messages.ts';
import { addWebhook, askReceiver, editWebhook, removeWebhook } from './edit-webhook.ts';
import { EventListener } from './event-listener.ts';
import { sendTestEvent } from './send-test-event.ts';
import { eventName, type WebhookLine } from './webhook-lines.ts';
import type { WebhooksView } from './webhooks-view.ts';

/** The command implementations. Those that deliveries share with requests run for the line that they are given. */
export function webhookCommands(webhooks: WebhooksView, requests: RequestsView, extensionUri: vscode.Uri) {
  const { l10n } = vscode;
  const { sandbox } = webhooks;

  async function copyAs(delivery: DeliverySummary): Promise<void> {
    const attempt = (await webhooks.read(delivery)).attempts.at(-1);
    const why = !attempt
      ? l10n.t('Nothing was sent yet.')
      : attempt.base64 !== undefined
        ? l10n.t('The body is not UTF-8, so it can’t be copied as text.')
        : l10n.t('The bodies of old deliveries are not kept.');
    if (!attempt || attempt.text === '' || attempt.base64 !== undefined) void window.showInformationMessage(why);
    else await copyRequestAs(messageOf(attempt), eventName(delivery), l10n.t('The signature is included.'));
  }

  async function sendAgain({ id }: DeliverySummary): Promise<void> {
    await sandbox.control('sendAgain', { params: { id } });
    void window.showInformationMessage(l10n.t('Sent again under the same event ID'));
  }

  /** Runs a command for a delivery, or for a request. */
  const ofDelivery =
    (run: (delivery: DeliverySummary) => unknown, ofRequest: (line?: RequestLine) => unknown) =>
    (line?: WebhookLine | RequestLine) => {
      if (line === undefined || 'entry' in line) return ofRequest(line);
      if (line.id === 'check') return webhooks.openCheck();
      return line.delivery && run(line.delivery);
    };

  /** Runs a command for the webhook whose menu was opened, otherwise the selected one. */
  const ofWebhook = (run: (webhook: WebhookSummary) => unknown) => (line?: WebhookLine) => {
    const { webhook } = line ?? webhooks.view.selection[0] ?? {};
    return webhook && run(webhook);
  };

  const { commands: ofRequests } = requests;
  return {
    'vehicleData.addWebhook': () => addWebhook(sandbox, webhooks),
    'vehicleData.checkReceiver': (line?: WebhookLine) => {
      // A line of the view names the receiver: that of a webhook, or of the last check.
      const url = line?.webhook?.callbackUri ?? (line && webhooks.checkedUrl);
      return checkOwnReceiver(webhooks, extensionUri, url);
    },
    'vehicleData.copyReceiver': () => copyReceiver(extensionUri),
    'vehicleData.receiveEvents': () => receiveHere(webhooks),
    'vehicleData.explainSignature': () => explainOther(webhooks),
    'vehicleData.changeManagementToken': () => changeManagementToken(sandbox),
    'vehicleData.webhook.sendTest': ofWebhook((webhook) => sendTestEvent(webhooks, webhook)),
    'vehicleData.webhook.edit': ofWebhook((webhook) => editWebhook(sandbox, webhook)),
    'vehicleData.webhook.remove': ofWebhook((webhook) => removeWebhook(sandbox, webhook)),
    'vehicleData.request.open': ofDelivery(
      (delivery) => webhooks.open(delivery),
      ofRequests['vehicleData.request.open'],
    ),
    'vehicleData.request.sendAgain': ofDelivery(sendAgain, ofRequests['vehicleData.request.sendAgain']),
    'vehicleData.request.copyAs': ofDelivery(copyAs, ofRequests['vehicleData.request.copyAs']),
    'vehicleData.delivery.showFailures': () => webhooks.toggleFailuresOnly(),
    'vehicleData.delivery.clear': () => {
      webhooks.clear();
      return sandbox.control('clearDeliveries', {});
    },
  };
}

/** Listens, or stops, for whoever has no receiver yet: the sandbox, or the service by the person's own tunnel. */
async function receiveHere(webhooks: WebhooksView): Promise<void> {
  const { l10n } = vscode;
  if (webhooks.listener) {
    webhooks.stopListening();
    return;
  }
  const chosen = await chooseToken(webhooks, l10n.t('Receive Events Signed by'));
  if (!chosen || !(await agrees())) return;
  const listener = await EventListener.open(chosen.owner, chosen.keys);
  webhooks.listen(listener);
  await webhooks.focusLine('listener');
  if (chosen.isSandbox) {
    const options = { name: l10n.t('Received in VS Code'), callbackUri: listener.url };
    const { id } = await webhooks.sandbox.control('createWebhook', { body: options });
    webhooks.afterListening = () =>
      void webhooks.sandbox.control('removeWebhook', { params: { id } }).catch(() => undefined);
    return;
  }
  const copy = l10n.t('Copy URL');
  const text = l10n.t('Events are received at {0}. Have a tunnel forward public https requests to it.', listener.url);
  if ((await window.showInformationMessage(text, copy)) === copy) await vscode.env.clipboard.writeText(listener.url);
}

function agrees(): Promise<boolean> {
  const { l10n } = vscode;
  const detail = l10n.t(
    'The token signs whatever is put into a challenge, and events are signed by the same token. So only challenges of the usual form are answered: letters, digits, - and _, at most 128. Whoever reaches this port can have such a text signed.',
  );
  return window.confirm(l10n.t('Receive events in VS Code?'), l10n.t('Receive'), detail);
}

/** Asks for a receiver and the token that it has, then checks it; the view shows each rule as it is decided. */
async function checkOwnReceiver(webhooks: WebhooksView, extensionUri: vscode.Uri, known?: string): Promise<void> {
  const { l10n } = vscode;
  const title = l10n.t('Check Receiver');
  const url = known ?? (await askReceiver(title, '', webhooks.firstUrl));
  const chosen = url === undefined ? undefined : await chooseToken(webhooks, l10n.t('Token That the Receiver Has'));
  if (url === undefined || !chosen) return;
  const results: RuleResult[] = [];
  webhooks.showCheck({ url, results, isRunning: true });
  await webhooks.focusLine('check');
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Checking {0}', url),
    cancellable: true,
  };
  try {
    await window.withProgress(progress, async (shown, canceled) => {
      const signal = abortWith(canceled);
      try {
        const script = vscode.Uri.joinPath(extensionUri, 'dist', 'check-receiver.js').fsPath;
        let failure: string | undefined;
        const onMessage = (message: unknown) => {
          const said = message as RuleResult | { readonly error: string };
          if ('error' in said) return void (failure = said.error);
          results.push(said);
          shown.report({ message: said.title });
          webhooks.showCheck({ url, results: [...results], isRunning: true });
        };
        const task: ReceiverTask = { url, keys: chosen.keys, texts: l10n.bundle ?? {} };
        await runProgram(script, [], { signal, task, onMessage });
        if (failure !== undefined) throw new Error(failure);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
  } finally {
    webhooks.showCheck(results.length === 0 ? undefined : { url, results, isRunning: false });
  }
  await webhooks.openCheck();
}

const mostBytes = 1 << 20;

/** Asks for a body, its signature and whose token it is about; the token itself stays where it is kept. */
async function explainOther(webhooks: WebhooksView): Promise<void> {
  const { l10n } = vscode;
  const body = await askBody();
  if (!body) return;
  const signature = await window.showInputBox({
    title: l10n.t('Signature'),
    prompt: l10n.t('Value of the header SC-Signature, exactly as received'),
    ignoreFocusOut: true,
  });
  if (signature === undefined || signature === '') return;
  const chosen = await chooseToken(webhooks, l10n.t('Token That Should Have Signed'));
  if (!chosen) return;
  const title = l10n.t('Signature');
  await webhooks.showReport(title, `# ${title}\n\n${signatureReport(body, signature, chosen.keys)}\n`);
}

async function askBody(): Promise<Uint8Array | undefined> {
  const { l10n } = vscode;
  const document = vscode.window.activeTextEditor?.document;
  const clipboard = async () => Buffer.from(await vscode.env.clipboard.readText());
  const file = async () => {
    const [uri] = (await window.showOpenDialog({})) ?? [];
    if (!uri) return undefined;
    const bytes = await readBounded(vscode.workspace.fs, uri, mostBytes);
    if (typeof bytes === 'string') throw new Error(bytes);
    return bytes;
  };
  const items = [
    { label: l10n.t('Clipboard'), description: l10n.t('the body that you have copied'), read: clipboard },
    { label: l10n.t('File…'), description: l10n.t('its exact bytes'), read: file },
    ...(document
      ? [
          {
            label: l10n.t('Editor'),
            description: plainText(document.fileName.replace(/^.*[\\/]/, ''), 100),
            read: () => Promise.resolve(Buffer.from(document.getText())),
          },
        ]
      : []),
  ];
  const picked = await window.showQuickPick<(typeof items)[number]>(items, { title: l10n.t('Body of the Event') });
  return picked?.read();
}

/** Receivers to copy, in `media/receivers`. */
const receivers = [
  { label: 'Node (http)', file: 'node-http.mjs' },
  { label: 'Node (Express)', file: 'node-express.mjs' },
  { label: 'Python (Flask)', file: 'python-flask.py' },
  { label: 'Python (FastAPI)', file: 'python-fastapi.py' },
  { label: 'Go', file: 'receiver.go' },
  { label: 'Ruby', file: 'receiver.rb' },
  { label: 'Java', file: 'Receiver.java' },
  { label: 'PHP', file: 'receiver.php' },
] as const;

/** Asks for a language, and copies a receiver that passes the check. */
async function copyReceiver(extensionUri: vscode.Uri): Promise<void> {
  const { l10n } = vscode;
  const picked = await window.showQuickPick(receivers, { title: l10n.t('Copy Receiver Code') });
  if (!picked) return;
  const uri = vscode.Uri.joinPath(extensionUri, 'media', 'receivers', picked.file);
  const bytes = await readBounded(vscode.workspace.fs, uri, 1 << 20);
  if (typeof bytes === 'string') throw new Error(bytes);
  await vscode.env.clipboard.writeText(Buffer.from(bytes).toString('utf8'));
  void window.showInformationMessage(l10n.t('Receiver copied. Set SMARTCAR_MANAGEMENT_TOKEN before you start it.'));
}

/** Copies the sandbox's Application Management Token, or replaces it as the service's dashboard does. */
async function changeManagementToken({ control }: SandboxRoom): Promise<void> {
  const { l10n } = vscode;
  const { applicationManagementToken: token, tokens } = await control('listWebhooks', {});
  const replace = (oldestSigns: boolean) => async () => {
    const { applicationManagementToken: made } = await control('rotateToken', { body: { oldestSigns } });
    await vscode.env.clipboard.writeText(made);
    void window.showInformationMessage(
      l10n.t('New token copied. Give it to the receiver; the old one is still valid.'),
    );
  };
  const items = [
    {
      label: l10n.t('Copy Token'),
      description: l10n.t('for the receiver, as SMARTCAR_MANAGEMENT_TOKEN'),
      act: async () => {
        await vscode.env.clipboard.writeText(token);
        window.note(l10n.t('Token copied'));
      },
    },
    {
      label: l10n.t('New Token'),
      description: l10n.t('it signs from now on, and the old one stays valid'),
      act: replace(false),
    },
    {
      label: l10n.t('New Token, but the Oldest Signs'),
      description: l10n.t('as reported: VERIFY succeeds, and signatures of events are wrong'),
      act: replace(true),
    },
    ...(tokens.length > 1
      ? [
          {
            label: l10n.t('Drop Old Tokens'),
            description: l10n.t('{0} tokens are valid', tokens.length),
            act: async () => {
              await control('dropOldTokens', {});
              void window.showInformationMessage(l10n.t('Only the newest token is valid'));
            },
          },
        ]
      : []),
  ];
  const picked = await window.showQuickPick(items, { title: l10n.t('Management Token of the Sandbox') });
  await picked?.act();
}
