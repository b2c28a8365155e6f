/** What a module needs from a log. VS Code's LogOutputChannel fits, and so does {@link silentLogger}. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const nothing = () => undefined;

export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

let logger = silentLogger;

/** The log of this process: silent until {@link setLogger} gives it a place. */
export const log: Logger = {
  debug: (message) => logger.debug(message),
  info: (message) => logger.info(message),
  warn: (message) => logger.warn(message),
  error: (message) => logger.error(message),
};

/** Sets where this process logs, once, at its start. */
export function setLogger(place: Logger): void {
  logger = place;
}
