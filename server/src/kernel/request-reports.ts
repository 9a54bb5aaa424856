import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { Log } from './log.ts'

/** Units asked in one second, so that a server that starts is not buried under all answers at once. */
const unitsPerSecond = 200
/**
 * A report does no harm whenever it comes, and a unit whose clock is ahead of ours, as after ours was set back, must not take
 * the question as too old: what it has told meanwhile would be lost. Ten years, within what 32 bits hold.
 */
const validMs = 10 * 365 * 24 * 3_600_000
/** Until a unit is asked again where the broker could not be told. */
const retryMs = 1_000
/** A server that has stopped asks nobody for ever. */
const maxTries = 60

/**
 * Asks units to report everything again. What a unit reported while no server listened is lost, for states are not
 * retained; so whoever learns of a unit from a retained birth asks it. Nobody waits for the answer: the report is it.
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
  /** With how often each may still be tried. */
  const waiting = new Map<string, number>()
  let running = false

  const askOne = async (unit: string): Promise<void> => {
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
        await askOne(unit)
        await pause(1000 / unitsPerSecond)
      } catch (error) {
        // What it has told meanwhile is lost otherwise: nobody else learns of it.
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
