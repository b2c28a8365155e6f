export const requestsViewId = 'vehicleData.requests';

/**
 * The room's commands, registered at once; what they do is loaded when one runs. None begins with the view's id and a
 * dot: those are VS Code's own.
 */
export const requestCommandIds = [
  'vehicleData.showRequests',
  'vehicleData.clearRequests',
  'vehicleData.copyRequestId',
  'vehicleData.request.open',
  'vehicleData.request.sendAgain',
  'vehicleData.request.copyAs',
  'vehicleData.request.compare',
  'vehicleData.request.exportHar',
  'vehicleData.request.showFailures',
  'vehicleData.request.showAll',
  'vehicleData.showLog',
] as const;

export type RequestCommand = (typeof requestCommandIds)[number];
