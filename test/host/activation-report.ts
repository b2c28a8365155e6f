/** Names the file that `activation.ts` writes its figure to: milliseconds, as text. */
export const activationVariable = 'VEHICLE_DATA_ACTIVATION_FILE';
