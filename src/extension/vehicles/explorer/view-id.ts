export const viewId = 'vehicleData.vehicles';
