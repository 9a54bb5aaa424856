import type { BrokerMessage } from '../ports/device-link.ts'
import { nodeTopic } from './bus.ts'
import type { Log } from './log.ts'

const everyMs = 1_000
/** A pulse that is under way for longer says that what units send is late as well. */
const maxTimelyMs = 3_000

export type BrokerLatencyProbeParts = {
  nodeId: string
  publish(topic: string, payload: string): Promise<void>
  log: Log
  /** Milliseconds by a clock that nobody sets. */
  elapsed?: () => number
}

export type BrokerLatencyProbe = ReturnType<typeof createBrokerLatencyProbe>

/**
 * Measures how late messages reach this node: it sends itself a pulse through the broker, on the same way as what units
 * send. While the last one was late, or one is still under way, a slow clock of a unit cannot be told from a slow way.
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
  /** Milliseconds that the last pulse took; null until one has come. */
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
    /** The pulse has come back. */
    receive(message: Pick<BrokerMessage, 'topic' | 'payload'>): void {
      if (message.topic !== topic || String(message.payload) !== String(number)) return
      isUnderWay = false
      tookMs = elapsed() - sentAt
    },
    /** Whether messages reach this node without delay now. */
    isTimely: (): boolean =>
      tookMs !== null && tookMs <= maxTimelyMs && (!isUnderWay || elapsed() - sentAt <= maxTimelyMs),
  }
}
