import type { Logger } from 'pino'

/** Structured log lines; pino's, so that a request id can ride along. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>
