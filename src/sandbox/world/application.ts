import * as z from 'zod';

/**
 * The application that is registered with the sandbox, as a scenario may describe it. What stays unset is as
 * forgiving as it can be: any allowed redirect URI, no limits.
 */
export const applicationSchema = z.strictObject({
  name: z.string().min(1).default('Vehicle Data Explorer'),
  /** Where owners may be sent back to, each exactly as it stands here (public). Unset: wherever the forms allow. */
  redirectUris: z.array(z.string().min(1)).min(1).optional(),
  /**
   * `documented`: 120 requests, refilled 2 per minute (public), and 20 per vehicle and hour (assumed). Off unless asked
   * for: one sandbox serves all windows and applications of a machine, and would refuse a person after two minutes.
   */
  rateLimit: z.enum(['documented', 'off']).default('off'),
  /** What the application's plan allows; beyond it, requests are refused with 430 BILLING (public). */
  plan: z
    .strictObject({
      /** Requests for data of one vehicle in a calendar month. */
      requestsPerVehicle: z.number().int().min(0).optional(),
      /** Vehicles that are connected at once; later ones are refused. */
      vehicles: z.number().int().min(0).optional(),
      /** Refuses every request for data of a vehicle. */
      refuses: z.enum(['INVALID_PLAN', 'ACCOUNT_SUSPENDED']).optional(),
    })
    .default({}),
  /** Whether Connect goes from page to page, as the service's does, or has everything on one. */
  connectStepByStep: z.boolean().default(false),
  /** Whether Connect returns the owner's `user_id` beside the code, as the service does of late (public). */
  userIdInRedirect: z.boolean().default(false),
  /** How long a used refresh token works on: one minute by the document, ten by newer pages (reported). */
  refreshGraceSeconds: z.number().int().min(0).max(86_400).default(60),
});
export type ApplicationOptions = z.output<typeof applicationSchema>;

export interface Application extends ApplicationOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of version 3. There, {@link clientId} is called the Application ID, and used by Connect only. */
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}
