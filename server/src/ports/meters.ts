/** Measurements of the features for the operator's monitoring. */
export type Meters = {
  /** A command has ended after so many seconds: `done`, or why it failed. */
  commandEnded(outcome: string, seconds: number): void
}
