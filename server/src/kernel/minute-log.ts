import type { Log } from './log.ts'

const minuteMs = 60_000
/** Maximum kinds counted in a minute, and names in a line: a flood chooses both. */
const maxKeys = 500
const maxNames = 8

type Sum = { details: Record<string, string>; count: number; names: Set<string> }

/**
 * Limits repetition in the log: the first of a kind at once, the others as one line per kind and minute, with their
 * number and some of their names.
 */
export const createMinuteLog = (log: Pick<Log, 'warn'>, message: string) => {
  let sums = new Map<string, Sum>()
  let _timer: NodeJS.Timeout | undefined

  const endMinute = (): void => {
    const ended = sums
    sums = new Map()
    _timer = undefined
    for (const { details, count, names } of ended.values())
      if (count > 0) log.warn({ ...details, count, names: [...names] }, message)
  }

  return {
    add(details: Record<string, string>, name: string | null): void {
      _timer ??= setTimeout(endMinute, minuteMs).unref()
      const key = JSON.stringify(details)
      const sum = sums.get(key)
      if (!sum && sums.size < maxKeys) {
        sums.set(key, { details, count: 0, names: new Set() })
        log.warn({ ...details, count: 1, names: name === null ? [] : [name] }, message)
        return
      }
      const counted = sum ?? sums.get('others') ?? { details: { address: 'others' }, count: 0, names: new Set() }
      if (!sum) sums.set('others', counted)
      counted.count += 1
      if (name !== null && counted.names.size < maxNames) counted.names.add(name)
    },
  }
}
