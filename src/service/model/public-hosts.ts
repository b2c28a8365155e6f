/** Hosts of the public service, without a scheme: each version has its own hosts, one for each purpose (public). */
export const publicHosts = {
  v2: { data: 'api.smartcar.com', token: 'auth.smartcar.com', management: 'management.smartcar.com' },
  v3: { data: 'vehicle.api.smartcar.com', token: 'iam.smartcar.com', management: 'management.api.smartcar.com' },
  connect: 'connect.smartcar.com',
} as const;
