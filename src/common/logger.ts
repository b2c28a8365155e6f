/** What a module needs from a log. VS Code's LogOutputChannel fits, and so does {@link silentLogger}. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const nothing = () => undefined;

export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
