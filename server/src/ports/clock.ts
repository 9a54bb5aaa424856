/** The time, so that tests can move it. */
export type Clock = { now(): Date }
