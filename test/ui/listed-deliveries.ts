import type { DeliverySummary, WebhookSummary } from '../../src/sandbox/control/contract.ts';
import type { WindowUnderTest } from './window-under-test.ts';

/**
 * Waits until the view lists all that the first webhook sends, the first delivery of each vehicle too. A line that comes
 * later moves those below, and whoever points at one hits another.
 */
export async function allListed({ workbench, served }: WindowUnderTest): Promise<void> {
  const control = async <T>(path: string): Promise<T> =>
    (await fetch(`${served.sandbox.controlUrl}${path}`)).json() as Promise<T>;
  for (;;) {
    const { webhooks } = await control<{ webhooks: WebhookSummary[] }>('/webhooks');
    const webhook = webhooks.find(({ callbackUri }) => callbackUri !== null);
    const { deliveries } = await control<{ deliveries: DeliverySummary[] }>('/deliveries');
    const own = deliveries.filter(({ webhookId }) => webhookId === webhook?.id);
    const told = new Set(own.flatMap(({ vehicleId }) => vehicleId ?? []));
    if (told.size !== webhook?.subscriptions || own.some(({ status }) => status === 'waiting')) continue;
    // By vehicle, once there are more than a few.
    const alone = own.filter(({ vehicleId }) => vehicleId === null).length;
    const shown = own.length > 20 ? alone + told.size : own.length;
    const lines = workbench.tree('Webhooks').locator('[role=treeitem][aria-level="2"]');
    await lines
      .and(workbench.page.locator(`[aria-setsize="${shown}"]`))
      .first()
      .waitFor();
    return;
  }
}
