import type { BrokerMessage } from '../ports/device-link.ts'
import { nodeTopic } from './bus.ts'
import type { Log } from './log.ts'

const everyMs = 1_000
/** Milliseconds after which a pending probe means delayed unit messages too. */
const maxTimelyMs = 3_000

export type BrokerLatencyProbeParts = {
  nodeId: string
  publish(topic: string, payload: string): Promise<void>
  log: Log
  /** Monotonic milliseconds, independent of clock changes. */
  elapsed?: () => number
}

export type BrokerLatencyProbe = ReturnType<typeof createBrokerLatencyProbe>

/**
 * Measures broker latency: the node sends itself a probe on the same path as the messages of units. While the last
 * probe was late or one is pending, a unit's slow clock cannot be distinguished from a slow path.
 */
export const createBrokerLatencyProbe = ({
  nodeId,
  publish,
  log,
  elapsed = performance.now.bind(performance),
}: BrokerLatencyProbeParts) => {
  const topic = nodeTopic(nodeId, 'pulse')
  let timer: NodeJS.Timeout | null = null
  let number = 0
  let sentAt = 0
  /** Milliseconds of the last probe; null before the first one. */
  let tookMs: number | null = null
  let isUnderWay = false

  const probe = (): void => {
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
    beat: probe,
    start(): void {
      probe()
      timer = setInterval(probe, everyMs)
    },
    stop(): void {
      if (timer) clearInterval(timer)
    },
    /** Handles the returning probe. */
    receive(message: Pick<BrokerMessage, 'topic' | 'payload'>): void {
      if (message.topic !== topic || String(message.payload) !== String(number)) return
      isUnderWay = false
      tookMs = elapsed() - sentAt
    },
    /** Whether messages currently reach this node without delay. */
    isTimely: (): boolean =>
      tookMs !== null && tookMs <= maxTimelyMs && (!isUnderWay || elapsed() - sentAt <= maxTimelyMs),
  }
}
