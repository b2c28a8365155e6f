import * as z from 'zod';

/** Path of the page where the owner chooses the vehicle's capacity (public). */
export const capacityPath = '/battery-capacity';

/** Parameters of that page. */
export const capacityLinkQuery = z.object({
  vehicle_id: z.string().describe('The vehicle'),
  client_id: z.string().describe('The application'),
  token: z.string().describe('From the link in the answer to nominal capacity'),
  response_type: z.literal('vehicle_id').describe('vehicle_id'),
  redirect_uri: z.string().describe('Where the owner is sent back to; added by the application'),
});

/** Public: the link ends in `redirect_uri=`, so that the caller can append the URI. */
export function capacityLink(baseUrl: string, vehicleId: string, clientId: string, token: string): string {
  const query: z.input<typeof capacityLinkQuery> = {
    vehicle_id: vehicleId,
    client_id: clientId,
    token,
    response_type: 'vehicle_id',
    redirect_uri: '',
  };
  return `${baseUrl}${capacityPath}?${new URLSearchParams(query).toString()}`;
}
