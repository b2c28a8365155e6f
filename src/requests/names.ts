export const requestsViewId = 'vehicleData.requests';

/** The room's commands, registered at once; what they do is loaded when one runs. */
export const requestCommandIds = [
  'vehicleData.showRequests',
  'vehicleData.clearRequests',
  'vehicleData.copyRequestId',
  'vehicleData.requests.open',
  'vehicleData.requests.sendAgain',
  'vehicleData.requests.copyAs',
  'vehicleData.requests.copyAsCurl',
  'vehicleData.requests.copyAsFetch',
  'vehicleData.requests.copyAsUndici',
  'vehicleData.requests.copyAsRequests',
  'vehicleData.requests.copyAsHttpx',
  'vehicleData.requests.copyAsJava',
  'vehicleData.requests.exportHar',
  'vehicleData.requests.showFailures',
  'vehicleData.requests.showAll',
  'vehicleData.showLog',
] as const;

export type RequestCommand = (typeof requestCommandIds)[number];
