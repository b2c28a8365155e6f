/** Names the address of the service's charge records in the environment of the extension host. */
export const recordsVariable = 'VEHICLE_DATA_BENCH_RECORDS';
