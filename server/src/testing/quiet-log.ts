import type { Log } from '../kernel/log.ts'

export interface LogLine {
  level: keyof Log
  details: object
  message: string
}

/** A log that prints nothing and keeps its lines for assertions. */
export function quietLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = []
  const keep = (level: keyof Log) => (details: object, message: string) => {
    lines.push({ level, details, message })
  }
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}
