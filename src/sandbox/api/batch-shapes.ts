import * as z from 'zod';

export const batchRequest = z.object({ requests: z.array(z.object({ path: z.string() })).min(1) });
export const batchAnswer = z.looseObject({
  responses: z.array(
    z.looseObject({
      path: z.string(),
      code: z.number().int(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    }),
  ),
});
