import * as z from 'zod';
import { permissions } from '../service/contract.ts';
import type { ServiceEnvironment } from '../service/environment.ts';
import { ServiceError } from '../service/errors.ts';
import { smartcarPreset } from './presets.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** https everywhere, plain http on this machine only: a token never crosses a network in the clear. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

const address = z
  .string()
  .refine(isSafeAddress, { error: 'must be an https address (http is accepted for localhost)' });

const environmentSetting = z.object({
  authUrl: address,
  baseUrl: address,
  connectUrl: address,
  clientId: z.string().trim().min(1, { error: 'is empty' }),
  redirectUri: z.string().refine((text) => URL.canParse(text), { error: 'is not an address' }),
  scopes: z
    .array(z.string().min(1))
    .min(1)
    .default([...permissions]),
  mode: z.enum(['live', 'test', 'simulated']).optional(),
});

/**
 * One entry of the setting `vehicleData.environments`, checked. `smartcar` lacks only what its preset doesn't hold.
 *
 * @param name the entry's name
 * @param setting its value as VS Code gives it, of any type
 * @throws ServiceError (`input`) that names the first wrong field and the setting to open
 */
export function readEnvironment(name: string, setting: unknown): ServiceEnvironment {
  const preset = name === smartcarPreset.name ? smartcarPreset : undefined;
  if (setting === undefined && preset === undefined) {
    throw misconfigured(name, `There is no environment named "${name}".`);
  }
  if (setting !== undefined && (typeof setting !== 'object' || setting === null || Array.isArray(setting))) {
    throw misconfigured(name, `The environment "${name}" is not an object.`);
  }
  const parsed = environmentSetting.safeParse({ ...preset, ...setting });
  if (parsed.success) {
    const { mode, ...rest } = parsed.data;
    return { name, ...rest, ...(mode && { mode }) };
  }
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const given = setting as Record<string, unknown> | undefined;
  const missing = issue?.path.length === 1 && given?.[field] === undefined;
  throw misconfigured(
    name,
    missing
      ? `The environment "${name}" has no ${field}.`
      : `The environment "${name}" can't be used: ${field} ${issue?.message ?? 'is wrong'}.`,
  );
}

function misconfigured(name: string, message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: `Set it under "${name}" in the setting vehicleData.environments, or select another environment.`,
    sent: false,
  });
}
