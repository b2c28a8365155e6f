/** Commands of this room, apart from their code: that is loaded with the first one that runs. */
export const vehicleCommandIds = [
  'vehicleData.refresh',
  'vehicleData.retry',
  'vehicleData.reconnect',
  'vehicleData.showMoreVehicles',
  'vehicleData.showVehicle',
  'vehicleData.filterVehicles',
  'vehicleData.clearVehicleFilter',
  'vehicleData.pinVehicle',
  'vehicleData.unpinVehicle',
  'vehicleData.addVehicle',
  'vehicleData.removeVehicle',
  'vehicleData.disconnectVehicle',
  'vehicleData.openChargeRecords',
  'vehicleData.compareChargeRecords',
  'vehicleData.chooseCapacity',
  'vehicleData.openOwnerPage',
  'vehicleData.openRawJson',
  'vehicleData.copyVehicleId',
  'vehicleData.copyVehicleLink',
  'vehicleData.copyValue',
] as const;
export type VehicleCommand = (typeof vehicleCommandIds)[number];
