import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

const ownLines = async (metrics: ReturnType<typeof createMetrics>): Promise<string[]> =>
  (await metrics.scrape()).split('\n').filter((line) => /^vigilux_\w+(\{[^}]*\})? /.test(line))

const gauges = [
  { name: 'vigilux_test_lag_seconds', help: 'of a test', labels: { queue: 'a' }, value: () => sql`1` },
  { name: 'vigilux_test_lag_seconds', help: 'of a test', labels: { queue: 'b' }, value: () => sql`1` },
  { name: 'vigilux_test_waiting', help: 'of a test', value: () => sql`1` },
]

it('what is read from rows is absent, and not zero, while the database does not answer', async () => {
  const metrics = createMetrics()
  let values: number[] | null = [1, 2, 3]
  const read = async () => values ?? Promise.reject(new Error('no database'))
  metrics.showStored({ gauges, read, now: () => new Date() })
  const answered = await ownLines(metrics)
  expect(answered).toEqual(
    expect.arrayContaining([
      'vigilux_database_answers 1',
      'vigilux_test_lag_seconds{queue="a"} 1',
      'vigilux_test_lag_seconds{queue="b"} 2',
      'vigilux_test_waiting 3',
    ]),
  )
  values = null
  const unanswered = await ownLines(metrics)
  expect(unanswered).toContain('vigilux_database_answers 0')
  expect(unanswered.filter((line) => line.startsWith('vigilux_test'))).toEqual([])
})

it('a value that its source does not know is absent', async () => {
  const metrics = createMetrics()
  let reading: number | Record<string, number> | null = 5
  metrics.gauge({ name: 'vigilux_test_bytes', help: 'of a test' }, async () => reading)
  metrics.gauge({ name: 'vigilux_test_parts', help: 'of a test', label: 'part' }, () => ({ a: 1, b: 0 }))
  expect(await ownLines(metrics)).toContain('vigilux_test_bytes 5')
  expect(await ownLines(metrics)).toContain('vigilux_test_parts{part="b"} 0')
  reading = null
  expect((await ownLines(metrics)).filter((line) => line.startsWith('vigilux_test_bytes'))).toEqual([])
})

it('a count of a source is shown as it is at each scrape', async () => {
  const metrics = createMetrics()
  const counts = { refused: 2 }
  metrics.counter({ name: 'vigilux_test_total', help: 'of a test', label: 'kind' }, () => counts)
  expect(await ownLines(metrics)).toContain('vigilux_test_total{kind="refused"} 2')
  counts.refused = 7
  expect(await ownLines(metrics)).toContain('vigilux_test_total{kind="refused"} 7')
})

it('calls are measured by effect and class of outcome, and counted by action and code', async () => {
  const metrics = createMetrics()
  const outcomes = ['ok', 'NOT_ALLOWED', 'TOO_MANY_REQUESTS', 'STORAGE_SLOW', 'INTERNAL_ERROR', 'error']
  for (const outcome of outcomes) metrics.measureCall({ action: 'savePlant', effect: 'write', outcome, seconds: 0.01 })
  const lines = await ownLines(metrics)
  const classes = lines.flatMap(
    (line) => /_call_duration_seconds_count\{effect="write",outcome="(\w+)"\} (\d)/.exec(line) ?? [],
  )
  expect(classes.filter((found) => /^\w+$/.test(found)).join(' ')).toBe(
    'ok 1 refused 1 limited 1 unavailable 1 error 2',
  )
  expect(lines).toContain('vigilux_calls_total{action="savePlant",outcome="NOT_ALLOWED"} 1')
})

it('scrapes at the same time read the database once', async () => {
  const metrics = createMetrics()
  let reads = 0
  const read = async () => {
    reads += 1
    await delay(20)
    return [1, 2, 3]
  }
  metrics.showStored({ gauges, read, now: () => new Date() })
  const [first, second] = await Promise.all([metrics.scrape(), metrics.scrape()])
  expect(first).toBe(second)
  expect(reads).toBe(1)
  await metrics.scrape()
  expect(reads).toBe(2)
})

it('what alerts watch begins at zero, so that the first failure is an increase', async () => {
  const lines = await ownLines(createMetrics())
  expect(lines).toContain('vigilux_call_duration_seconds_count{effect="write",outcome="error"} 0')
  expect(lines).toContain('vigilux_command_duration_seconds_count{outcome="communication_error"} 0')
})
