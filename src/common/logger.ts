/** What a module needs from a log. VS Code's LogOutputChannel fits, and so does {@link log}. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const nothing = () => undefined;

const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let logger = silentLogger;

/** The log of this process: silent until {@link setLogger} gives it a place. */
export const log: Logger = {
  debug: (message) => logger.debug(message),
  info: (message) => logger.info(message),
  warn: (message) => logger.warn(message),
  error: (message) => logger.error(message),
};

/** Sets where this process logs, once, at its start. Returns where it did before. */
export function setLogger(place: Logger): Logger {
  const before = logger;
  logger = place;
  return before;
}

/**
 * The part of an error that may be logged: a keyring's or file system's message can hold what it was asked to store.
 * SQLite's says only what went wrong.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('errstr' in error) return `${error.name} ${String(error.errstr)}`;
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}
