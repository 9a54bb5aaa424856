import { commandErrors } from '@vigilux/contract/features/commands/command.ts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { MeasuredCall } from '../kernel/incoming-calls.ts'
import type { StoredGauge } from '../kernel/stored-gauges.store.ts'

/** A value, or values by label; null while it is unknown, and then the metric is absent. */
type Reading = number | Readonly<Record<string, number>> | null

/** A metric read at its source on each scrape. */
type Source = { name: string; help: string; label?: string }

const declarationOf = ({ name, help, label }: Source) => ({ name, help, labelNames: label ? [label] : [] })

const byLabels = ({ label = 'kind' }: Source, reading: Reading): [labels: Record<string, string>, value: number][] => {
  if (reading === null) return []
  if (typeof reading === 'number') return [[{}, reading]]
  return Object.entries(reading).map(([name, value]) => [{ [label]: name }, value])
}

type StoredValues = { gauges: readonly StoredGauge[]; read(now: Date): Promise<readonly number[]>; now(): Date }

const unavailable = new Set(['STORAGE_SLOW', 'STORAGE_UNAVAILABLE', 'SERVER_BUSY', 'OUTCOME_UNKNOWN'])

/**
 * Classes of outcomes; the code of each is in `vigilux_calls_total`. Each begins at zero: Prometheus sees no increase
 * in a new value.
 */
const outcomeClasses = ['ok', 'refused', 'limited', 'unavailable', 'error'] as const

const outcomeClassOf = (outcome: string): (typeof outcomeClasses)[number] => {
  if (outcome === 'ok') return outcome
  if (outcome === 'error' || outcome === 'INTERNAL_ERROR') return 'error'
  if (outcome === 'TOO_MANY_REQUESTS') return 'limited'
  return unavailable.has(outcome) ? 'unavailable' : 'refused'
}

const callMetrics = (registers: Registry[]) => {
  const durations = new Histogram({
    name: 'vigilux_call_duration_seconds',
    help: 'Time to answer a call, by the effect of the action and the class of the outcome',
    labelNames: ['effect', 'outcome'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const calls = new Counter({
    name: 'vigilux_calls_total',
    help: 'Answered calls, by action and outcome',
    labelNames: ['action', 'outcome'] as const,
    registers,
  })
  const refused = new Counter({
    name: 'vigilux_requests_refused_total',
    help: 'Requests and messages that were too many to be read, by kind',
    labelNames: ['kind'] as const,
    registers,
  })
  for (const effect of ['read', 'write']) for (const outcome of outcomeClasses) durations.zero({ effect, outcome })
  return {
    measureCall({ action, effect, outcome, seconds }: MeasuredCall): void {
      durations.observe({ effect, outcome: outcomeClassOf(outcome) }, seconds)
      calls.inc({ action, outcome })
    },
    countRefused: (kind: string) => refused.inc({ kind }),
  }
}

const commandMetrics = (registers: Registry[]) => {
  const durations = new Histogram({
    name: 'vigilux_command_duration_seconds',
    help: 'Time from the request of a command to its end, by outcome',
    labelNames: ['outcome'] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  })
  for (const outcome of ['done', ...commandErrors]) durations.zero({ outcome })
  return { commandEnded: (outcome: string, seconds: number) => durations.observe({ outcome }, seconds) }
}

const inboxMetrics = (registers: Registry[]) => {
  const received = new Counter({
    name: 'vigilux_device_messages_total',
    help: 'Messages of units that could be read, by channel',
    labelNames: ['channel'] as const,
    registers,
  })
  const dropped = new Counter({
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
  const acknowledged = new Counter({
    name: 'vigilux_records_acknowledged_total',
    help: 'Records that were acknowledged to units, stored or set aside',
    registers,
  })
  const ingestDurations = new Histogram({
    name: 'vigilux_ingest_duration_seconds',
    help: 'Time from the arrival of a unit message at this node until it was stored',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  return {
    received: (channel: string) => received.inc({ channel }),
    dropped: (reason: string) => dropped.inc({ reason }),
    persisted: (messages: number) => persisted.inc(messages),
    acknowledged: (records: number) => acknowledged.inc(records),
    ingested: (seconds: number) => ingestDurations.observe(seconds),
    deadLetterSaved: (reason: string) => deadLetters.inc({ reason }),
  }
}

/** Gauges read from the database by one statement. */
const storedMetrics = (registers: Registry[]) => {
  const answers = new Gauge({
    name: 'vigilux_database_answers',
    help: 'Whether the database answered this scrape: 0 or 1; at 0, what is read from it is absent',
    registers,
  })
  const gauges = new Map<string, Gauge>()
  const gaugeOf = ({ name, help, labels = {} }: StoredGauge): Gauge => {
    const declared = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers })
    gauges.set(name, declared)
    return declared
  }
  return async ({ gauges: declarations, read, now }: StoredValues): Promise<void> => {
    const values = await read(now()).catch(() => null)
    answers.set(values ? 1 : 0)
    for (const [index, declaration] of declarations.entries()) {
      const { labels = {} } = declaration
      const value = values?.[index]
      if (value === undefined) gaugeOf(declaration).remove(labels)
      else gaugeOf(declaration).set(labels, value)
    }
  }
}

/**
 * Metrics of the server. Labels are declared names, never input of a caller, and never name a tenant, a person or a
 * unit.
 */
export const createMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const readStored = storedMetrics(registers)
  let stored: StoredValues | null = null
  let scraping: Promise<string> | null = null

  const scrape = async (): Promise<string> => {
    if (stored) await readStored(stored)
    return registry.metrics()
  }

  return {
    contentType: registry.contentType,
    ...callMetrics(registers),
    meters: commandMetrics(registers),
    inbox: inboxMetrics(registers),
    /** Exports a value read on each scrape. */
    gauge: (source: Source, read: () => Reading | Promise<Reading>): void => {
      const gauge: Gauge = new Gauge({
        ...declarationOf(source),
        registers,
        async collect() {
          const values = byLabels(source, await read())
          gauge.reset()
          if (values.length === 0) gauge.remove()
          for (const [labels, value] of values) gauge.set(labels, value)
        },
      })
    },
    /** Exports an only growing count, read on each scrape. */
    counter: (source: Source, read: () => Reading): void => {
      const counter: Counter = new Counter({
        ...declarationOf(source),
        registers,
        collect() {
          counter.reset()
          for (const [labels, value] of byLabels(source, read())) counter.inc(labels, value)
        },
      })
    },
    /** Exports values of rows. */
    showStored: (values: StoredValues): void => {
      stored = values
    },
    /** All metrics as text. Scrapes at the same time share one. */
    scrape: (): Promise<string> => {
      scraping ??= scrape().finally(() => {
        scraping = null
      })
      return scraping
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>
