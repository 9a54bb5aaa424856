import type { Log } from '../kernel/log.ts'

export interface LogLine {
  level: keyof Log
  details: object
  message: string
}

/** A log without output; its lines are kept for assertions. */
export function quietLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = []
  const recordLine = (level: keyof Log) => (details: object, message: string) => {
    lines.push({ level, details, message })
  }
  return {
    lines,
    debug: recordLine('debug'),
    info: recordLine('info'),
    warn: recordLine('warn'),
    error: recordLine('error'),
  }
}
