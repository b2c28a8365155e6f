export const webhooksViewId = 'vehicleData.webhooks';

/** The IDs of this folder's commands. Their code is loaded when one runs. */
export const webhookCommandIds = [
  'vehicleData.addWebhook',
  'vehicleData.delivery.open',
  'vehicleData.delivery.exportHar',
  'vehicleData.delivery.showFailures',
  'vehicleData.delivery.showAll',
  'vehicleData.delivery.clear',
] as const;

export type WebhookCommand = (typeof webhookCommandIds)[number];
