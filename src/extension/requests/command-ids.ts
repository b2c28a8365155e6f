export const requestsViewId = 'vehicleData.requests';

/**
 * The IDs of this folder's commands. They are registered at activation; their code is loaded when one runs. None starts
 * with the view's ID and a dot, because VS Code reserves those.
 */
export const requestCommandIds = [
  'vehicleData.showRequests',
  'vehicleData.clearRequests',
  'vehicleData.copyRequestId',
  'vehicleData.request.open',
  'vehicleData.request.sendAgain',
  'vehicleData.request.copyAs',
  'vehicleData.request.exportHar',
  'vehicleData.request.showFailures',
  'vehicleData.request.showAll',
  'vehicleData.showLog',
] as const;

export type RequestCommand = (typeof requestCommandIds)[number];
