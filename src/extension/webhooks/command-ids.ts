export const webhooksViewId = 'vehicleData.webhooks';

/** The IDs of this folder's commands. Their code is loaded when one runs. */
export const webhookCommandIds = [
  'vehicleData.addWebhook',
  'vehicleData.checkReceiver',
  'vehicleData.copyReceiver',
  'vehicleData.receiveEvents',
  'vehicleData.explainSignature',
  'vehicleData.changeManagementToken',
  'vehicleData.webhook.sendTest',
  'vehicleData.webhook.edit',
  'vehicleData.webhook.remove',
  'vehicleData.delivery.open',
  'vehicleData.delivery.sendAgain',
  'vehicleData.delivery.copyAs',
  'vehicleData.delivery.showFailures',
  'vehicleData.delivery.showAll',
  'vehicleData.delivery.clear',
] as const;

export type WebhookCommand = (typeof webhookCommandIds)[number];
