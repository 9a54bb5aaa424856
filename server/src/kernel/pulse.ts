import type { DeviceMessage } from '../ports/device-link.ts'
import { nodeTopic } from './bus.ts'
import type { Log } from './log.ts'

const everyMs = 1_000
/** A pulse that is under way for longer says that what units send is late as well. */
const punctualWithinMs = 3_000

export type PulseParts = {
  nodeId: string
  publish(topic: string, payload: string): Promise<void>
  log: Log
  /** Milliseconds by a clock that nobody sets. */
  elapsed?: () => number
}

export type Pulse = ReturnType<typeof createPulse>

/**
 * Measures how late messages reach this node: it sends itself a pulse through the broker, on the same way as what units
 * send. While the last one was late, or one is still under way, a slow clock of a unit cannot be told from a slow way.
 */
export const createPulse = ({ nodeId, publish, log, elapsed = performance.now.bind(performance) }: PulseParts) => {
  const topic = nodeTopic(nodeId, 'pulse')
  let timer: NodeJS.Timeout | null = null
  let number = 0
  let sentAt = 0
  /** Milliseconds that the last pulse took; null until one has come. */
  let tookMs: number | null = null
  let isUnderWay = false

  const beat = (): void => {
    if (isUnderWay) return
    number += 1
    sentAt = elapsed()
    isUnderWay = true
    publish(topic, String(number)).catch((error: unknown) => {
      isUnderWay = false
      tookMs = null
      log.debug({ err: error }, 'pulse not sent')
    })
  }

  return {
    topic,
    beat,
    start(): void {
      beat()
      timer = setInterval(beat, everyMs)
    },
    stop(): void {
      if (timer) clearInterval(timer)
    },
    /** The pulse has come back. */
    take(message: Pick<DeviceMessage, 'topic' | 'payload'>): void {
      if (message.topic !== topic || String(message.payload) !== String(number)) return
      isUnderWay = false
      tookMs = elapsed() - sentAt
    },
    /** Whether messages reach this node without delay now. */
    isPunctual: (): boolean =>
      tookMs !== null && tookMs <= punctualWithinMs && (!isUnderWay || elapsed() - sentAt <= punctualWithinMs),
  }
}
