/** Commands of this room, apart from their code: that is loaded with the first one that runs. */
export const vehicleCommandIds = [
  'vehicleData.refresh',
  'vehicleData.retry',
  'vehicleData.reconnect',
  'vehicleData.showMoreVehicles',
  'vehicleData.openChargeRecords',
  'vehicleData.chooseCapacity',
  'vehicleData.copyVehicleId',
] as const;
export type VehicleCommand = (typeof vehicleCommandIds)[number];
