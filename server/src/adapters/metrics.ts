import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of the server. Labels are declared names, never input of a caller. */
export const createMetrics = (openChannels: () => number) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Histogram({
    name: 'vigilux_action_seconds',
    help: 'Time to answer a call, by action and outcome',
    labelNames: ['action', 'outcome'] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const receivedMessages = new Counter({
    name: 'vigilux_device_messages_total',
    help: 'Messages of units that could be read, by channel',
    labelNames: ['channel'] as const,
    registers,
  })
  const droppedMessages = new Counter({
    name: 'vigilux_device_messages_dropped_total',
    help: 'Messages of units that were not stored, by reason',
    labelNames: ['reason'] as const,
    registers,
  })
  const deadLetters = new Counter({
    name: 'vigilux_dead_letters_total',
    help: 'Messages of enrolled units that were set aside as dead letters, by reason',
    labelNames: ['reason'] as const,
    registers,
  })
  const persisted = new Counter({
    name: 'vigilux_device_messages_persisted_total',
    help: 'Messages of units that are stored',
    registers,
  })
  const refusedRequests = new Counter({
    name: 'vigilux_requests_refused_total',
    help: 'Requests and messages that were too many to be looked at, by what they asked for',
    labelNames: ['kind'] as const,
    registers,
  })
  let brokerCounts: () => Record<string, number> = () => ({})
  // Counted at the source, and read on each scrape.
  const broker = new Counter({
    name: 'vigilux_broker_events_total',
    help: 'What the broker refused, slowed down or dropped, by kind; of an external one its refused logins alone',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      broker.reset()
      for (const [kind, count] of Object.entries(brokerCounts())) broker.inc({ kind }, count)
    },
  })
  new Gauge({
    name: 'vigilux_browsers',
    help: 'Open realtime channels',
    registers,
    collect() {
      this.set(openChannels())
    },
  })
  return {
    registry,
    measureCall: (action: string, outcome: string, seconds: number) => calls.observe({ action, outcome }, seconds),
    countRefused: (kind: string) => refusedRequests.inc({ kind }),
    inbox: {
      received: (channel: string) => receivedMessages.inc({ channel }),
      dropped: (reason: string) => droppedMessages.inc({ reason }),
      persisted: (messages: number) => persisted.inc(messages),
      deadLetterSaved: (reason: string) => deadLetters.inc({ reason }),
    },
    /** Exports the broker's counters. */
    showBroker: (counts: () => Record<string, number>) => {
      brokerCounts = counts
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
