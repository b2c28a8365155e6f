import * as vscode from 'vscode';
import { now } from '../../common/clock.ts';
import type { Disposable } from '../../common/event.ts';
import { timeText } from '../../common/text/dates.ts';
import { numberText } from '../../common/text/number-text.ts';
import { shortName } from '../../common/vehicle-names.ts';
import { signingKeys } from '../../sandbox-client/signing-keys.ts';
import type { Delivery, DeliverySummary } from '../../sandbox/control/contract.ts';
import type { KnownKey } from '../../service/webhooks/explain-signature.ts';
import type { Environments } from '../environments/settings/environments.ts';
import type { RequestWording } from '../requests/presentation.ts';
import type { SandboxRoom } from '../sandbox/sandbox-room.ts';
import { Previews } from '../window/previews.ts';
import { literalView, type ViewShell } from '../window/tree-view.ts';
import { treeOf } from '../window/view-lines.ts';
import { checkLine, checkReport, type ReceiverCheck } from './check-lines.ts';
import { keptKeys, type TokenSource } from './choose-token.ts';
import { attemptReasons, deliveryReport } from './delivery-messages.ts';
import type { EventListener } from './event-listener.ts';
import { eventName, listenerLine, numberOf, type WebhookLine, webhookLines } from './webhook-lines.ts';

const webhooksViewId = 'vehicleData.webhooks';

/** How long changes are collected before they are shown: thousands of events may be delivered in a second. */
const gatherMs = 100;

/** The Webhooks view: what the sandbox sends, as it sends it. */
export class WebhooksView implements Disposable, TokenSource {
  readonly sandbox: SandboxRoom;
  readonly environments: Environments;
  readonly secrets: vscode.SecretStorage;
  readonly view: vscode.TreeView<WebhookLine>;
  readonly #reports = new Previews('vehicle-data-delivery');
  readonly #shell: ViewShell;
  readonly #listener: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #failuresOnly = false;
  #check: ReceiverCheck | undefined;
  /** Where events are received in this window. */
  listener: EventListener | undefined;
  #afterListening: () => void = () => undefined;
  /** The line of the first level that gets the focus once it is there. */
  #lineToFocus: string | undefined;

  constructor(sandbox: SandboxRoom, environments: Environments, secrets: vscode.SecretStorage, shell: ViewShell) {
    this.sandbox = sandbox;
    this.environments = environments;
    this.secrets = secrets;
    this.view = literalView(shell.view);
    this.#shell = shell;
    this.#listener = sandbox.onDidChange(() => {
      this.#timer ??= setTimeout(() => this.#changed(), gatherMs);
    });
    this.#changed();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listener.dispose();
    this.listener?.dispose();
    this.#afterListening();
    this.#reports.dispose();
  }

  get wording(): RequestWording {
    const vehicles = this.sandbox.snapshot()?.overview.vehicles ?? [];
    return {
      time: (at) => timeText(at, now(), vscode.env.language, 'medium'),
      number: (value) => numberText(value, vscode.env.language),
      vehicle: (id) => {
        const vehicle = vehicles.find((each) => each.id === id);
        return vehicle && shortName(vehicle);
      },
    };
  }

  /** Newest first. */
  get deliveries(): readonly DeliverySummary[] {
    return [...(this.listener?.deliveries ?? []), ...(this.sandbox.snapshot()?.deliveries ?? [])];
  }

  readonly lines = treeOf(() => this.#first());

  #first(): readonly WebhookLine[] {
    const { webhooks = [], deliveries = [] } = this.sandbox.snapshot() ?? {};
    const { listener } = this;
    return [
      ...(listener ? [listenerLine(listener, this.wording)] : []),
      ...(this.#check ? [checkLine(this.#check)] : []),
      ...webhookLines({ webhooks, deliveries }, this.wording, this.#failuresOnly),
    ];
  }

  /** With everything that was sent and answered. */
  async read({ id }: DeliverySummary): Promise<Delivery & { readonly report?: string }> {
    const received = this.listener?.read(id);
    if (received) return received;
    return this.sandbox.control('readDelivery', { params: { id } });
  }

  /** Shows what became of a delivery, and how its last signature came about. */
  async open(delivery: DeliverySummary): Promise<void> {
    const read = await this.read(delivery);
    const last = read.attempts.at(-1);
    const report = read.report ?? (last && attemptReasons(read, last, await this.#keys()));
    const shown = { ...read, ...(report !== undefined && { report }) };
    await this.showReport(`${eventName(delivery)} ${numberOf(delivery)}`, deliveryReport(shown, this.wording));
  }

  /** What may have signed an event of the sandbox. */
  async #keys(): Promise<readonly KnownKey[]> {
    return [...(await signingKeys(this.sandbox.control)), ...(await keptKeys(this))];
  }

  /** @param text Markdown */
  async showReport(name: string, text: string): Promise<void> {
    await this.#reports.show(`${name}.md`, text);
  }

  /** Shows the last check, as far as it has come. */
  async openCheck(): Promise<void> {
    if (this.#check) await this.showReport(vscode.l10n.t('Receiver Check'), checkReport(this.#check));
  }

  listen(listener: EventListener): void {
    this.listener = listener;
    listener.onDidChange(() => (this.#timer ??= setTimeout(() => this.#changed(), gatherMs)));
    this.#changed();
  }

  /** What to do once nothing is received any more. */
  set afterListening(act: () => void) {
    this.#afterListening = act;
  }

  stopListening(): void {
    this.listener?.dispose();
    this.listener = undefined;
    this.#afterListening();
    this.#afterListening = () => undefined;
    this.#changed();
  }

  /**
   * Shows the view, and gives the focus to a line of its first level as soon as that is there: a view that is still empty
   * would keep it from the keyboard.
   */
  async focusLine(id: string): Promise<void> {
    const { executeCommand } = vscode.commands;
    await executeCommand(`${webhooksViewId}.focus`);
    this.#lineToFocus = id;
    this.#changed();
  }

  /** The receiver of the first webhook. */
  get firstUrl(): string | undefined {
    const { webhooks = [] } = this.sandbox.snapshot() ?? {};
    return webhooks.flatMap(({ callbackUri }) => callbackUri ?? [])[0];
  }

  /** Shows a check of a receiver in place of the one before. */
  showCheck(check: ReceiverCheck | undefined): void {
    this.#check = check;
    this.#changed();
  }

  /** Forgets what is not the sandbox's: the check, and what was received here. */
  clear(): void {
    this.listener?.clear();
    this.showCheck(undefined);
  }

  get checkedUrl(): string | undefined {
    return this.#check?.url;
  }

  toggleFailuresOnly(): void {
    this.#failuresOnly = !this.#failuresOnly;
    this.#changed();
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const snapshot = this.sandbox.snapshot();
    const { executeCommand } = vscode.commands;
    const lines = this.#first();
    void executeCommand('setContext', 'vehicleData.hasDeliveries', this.deliveries.length > 0);
    const { valid = 1, oldestSigns = false } = snapshot?.tokens ?? {};
    this.view.description = [
      ...(this.#failuresOnly ? [vscode.l10n.t('failures only')] : []),
      ...(valid > 1 ? [vscode.l10n.t('{0} tokens are valid', valid)] : []),
      ...(oldestSigns ? [vscode.l10n.t('the oldest signs')] : []),
    ].join(' · ');
    this.lines.redraw(this.#shell);
    const found = lines.find(({ id }) => id === this.#lineToFocus);
    if (!found) return;
    this.#lineToFocus = undefined;
    // It may have gone again.
    this.view.reveal(found, { focus: true }).then(undefined, () => undefined);
  }
}
