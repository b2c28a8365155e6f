/**
 * The shapes of the token endpoint, whose path has no version: forms, token pair and errors (document, "Token pair",
 * endpoints 1 and 2). Objects are loose: a field that the contract doesn't know is kept.
 */
import * as z from 'zod';

/** Lifetimes and limits of tokens in seconds (document, "Limits"). */
export const lifetimes = {
  accessToken: 7200,
  refreshToken: 60 * 24 * 60 * 60,
  /** How long a refresh token still works after its first use. */
  refreshTokenAfterUse: 60,
  /** Authorization code (public). */
  authorizationCode: 10 * 60,
} as const;

export const tokenPair = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(lifetimes.accessToken),
  refresh_token: z.string().min(1),
});
export type TokenPairBody = z.infer<typeof tokenPair>;

export const codeExchangeForm = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().min(1),
  redirect_uri: z.string().min(1),
});

export const refreshForm = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().min(1),
});

/** The token endpoint's errors (RFC 6749, section 5.2). The description may echo a token: redact it. */
export const oauthError = z.looseObject({ error: z.string(), error_description: z.string().nullish() });
