/** One of several things that a command can do. */
export interface Choice {
  readonly label: string;
  readonly choose: () => void;
}
