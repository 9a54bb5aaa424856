import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { Log } from './log.ts'

/** Units asked per second, so a starting server does not receive all reports at once. */
const unitsPerSecond = 200
/**
 * Ten years (fits in 32 bits). A report is welcome at any time, and a unit whose clock is ahead, as after the server's
 * was set back, must not reject the request as too old: its reports since then would be lost.
 */
const validMs = 10 * 365 * 24 * 3_600_000
/** Milliseconds until a retry if the request could not be published. */
const retryMs = 1_000
/** Maximum retries, so a stopped server does not retry forever. */
const maxTries = 60

/**
 * States are not retained, so reports are lost while no server listens; a node asks each unit with a retained birth.
 * Fire-and-forget: the report is the answer.
 */
export const createReportRequester = (parts: {
  types: Readonly<Record<string, CentralUnitType>>
  publish(topic: string, payload: string): Promise<void>
  /** The clock by which units are set. */
  now(): Date
  log: Log
  retryAfterMs?: number
}) => {
  const { retryAfterMs = retryMs } = parts
  /** Retries left, by unit. */
  const waiting = new Map<string, number>()
  let running = false

  const requestReport = async (unit: string): Promise<void> => {
    const type = parts.types[parseUnitId(unit)?.cuType ?? '']
    if (!type) return
    const message = commandMessage.parse({
      id: randomUUID(),
      name: 'refresh',
      attempt: 1,
      exp: new Date(parts.now().getTime() + validMs).toISOString(),
      body: type.encodeCommand({ name: 'refresh' }),
    })
    await parts.publish(downTopic(unit, 'command'), JSON.stringify(message))
  }

  const run = async (): Promise<void> => {
    running = true
    for (const [unit, triesLeft] of waiting) {
      waiting.delete(unit)
      try {
        await requestReport(unit)
        await pause(1000 / unitsPerSecond)
      } catch (error) {
        // Otherwise the unit's reports since then are lost without a trace.
        parts.log.warn({ err: error, unit, triesLeft, outage: 'broker' }, 'unit not asked to report')
        if (triesLeft > 0 && !waiting.has(unit)) waiting.set(unit, triesLeft - 1)
        await pause(retryAfterMs, undefined, { ref: false })
      }
    }
    running = false
  }

  return (unit: string): void => {
    waiting.set(unit, maxTries)
    if (!running) void run()
  }
}
