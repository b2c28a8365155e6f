import * as z from 'zod';

/**
 * The application registered with the sandbox, as a scenario may describe it. The defaults are as permissive as
 * possible: any allowed redirect URI, no limits.
 */
export const applicationSchema = z.strictObject({
  name: z.string().min(1).default('Vehicle Data Explorer'),
  /** Where owners may be sent back to; each must match exactly (public). Unset: any redirect URI of an allowed form. */
  redirectUris: z.array(z.string().min(1)).min(1).optional(),
  /**
   * `documented`: 120 requests, refilled 2 per minute (public), and 20 per vehicle and hour (assumed). Off by default:
   * one sandbox serves all windows and applications on a machine, and would refuse a user's requests after two minutes.
   */
  rateLimit: z.enum(['documented', 'off']).default('off'),
  /** What the application's plan allows; requests beyond it are refused with 430 BILLING (public). */
  plan: z
    .strictObject({
      /** Requests for data of one vehicle in a calendar month. */
      requestsPerVehicle: z.number().int().min(0).optional(),
      /** Vehicles that may be connected at the same time; later ones are refused. */
      vehicles: z.number().int().min(0).optional(),
      /** Refuses every request for data of a vehicle. */
      refuses: z.enum(['INVALID_PLAN', 'ACCOUNT_SUSPENDED']).optional(),
    })
    .default({}),
  /** Whether Connect shows several pages, as the service does, or one page with everything. */
  connectStepByStep: z.boolean().default(false),
  /**
   * Whether Connect returns the owner's `user_id` together with the code, as the service has started to do (public).
   */
  userIdInRedirect: z.boolean().default(false),
  /** How long a used refresh token still works: one minute in the specification, ten in newer pages (reported). */
  refreshGraceSeconds: z.number().int().min(0).max(86_400).default(60),
});
export type ApplicationOptions = z.output<typeof applicationSchema>;

export interface Application extends ApplicationOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of version 3. There, {@link clientId} is called the Application ID, and is only used by Connect. */
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}
