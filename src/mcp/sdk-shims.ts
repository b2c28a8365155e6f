/**
 * What the SDK takes from its platform, with the smaller of its two validators of JSON Schema: Ajv would be a third of the
 * program, to validate answers to questions that this server never asks.
 */
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export { default as process } from 'node:process';
