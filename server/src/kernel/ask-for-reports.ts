import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { Log } from './log.ts'

/** Units asked in one second, so that a server that starts is not buried under all answers at once. */
const unitsPerSecond = 200
const validMs = 60_000

/**
 * Asks units to report everything again. What a unit reported while no server listened is lost, for states are not
 * retained; so whoever learns of a unit from a retained birth asks it. Nobody waits for the answer: the report is it.
 */
export const createReportAsker = (parts: {
  types: Readonly<Record<string, CentralUnitType>>
  publish(topic: string, payload: string): Promise<void>
  log: Log
}) => {
  const waiting = new Set<string>()
  let running = false

  const askOne = async (unit: string): Promise<void> => {
    const type = parts.types[parseUnitId(unit)?.cuType ?? '']
    if (!type) return
    const message = commandMessage.parse({
      id: randomUUID(),
      name: 'refresh',
      attempt: 1,
      exp: new Date(Date.now() + validMs).toISOString(),
      body: type.encodeCommand({ name: 'refresh' }),
    })
    await parts.publish(downTopic(unit, 'command'), JSON.stringify(message))
  }

  const run = async (): Promise<void> => {
    running = true
    for (const unit of waiting) {
      waiting.delete(unit)
      await askOne(unit).catch((error: unknown) => parts.log.warn({ err: error, unit }, 'unit not asked to report'))
      await pause(1000 / unitsPerSecond)
    }
    running = false
  }

  return (unit: string): void => {
    waiting.add(unit)
    if (!running) void run()
  }
}
