import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { type Figure, figureOf, measureTimes, percentile } from './measure.ts'
import { seedUnit } from './seed-unit.ts'
import { burstUnits, lampsPerUnit, momentsOfDay, units, unitsWithFullDay } from './telemetry-messages.ts'
import type { Order } from './telemetry-units.ts'

const program = fileURLToPath(new URL('./telemetry-units.ts', import.meta.url))
const quarterS = 900
const bursts = 3
const callEveryMs = 50
const quietCalls = 100
/** Overhead of a row in bytes: header and pointer, and its entries in two indexes. */
const besideRow = 28 + 2 * 40

const openUnits = async (product: RunningProduct, plantId: string) => {
  for (const { cuId } of burstUnits) await seedUnit(product, { plantId, cuId })
  const child = fork(program, [product.unitMqttUrl])
  await once(child, 'message')
  return {
    async tell(order: Order): Promise<void> {
      const childMessage = once(child, 'message')
      child.send(order)
      await childMessage
    },
    async end(): Promise<void> {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const numberOf = async (product: RunningProduct, query: string): Promise<number> => {
  const { rows } = await product.product().database.pool.query(query)
  return Number(rows[0]?.value)
}

/** A row per lamp and moment, in a separate table. */
const openPlainRows = async (product: RunningProduct) => {
  const { pool } = product.product().database
  await pool.query(`create table bench_reading (unit uuid, serial text, moment int, energy bigint, on_s bigint,
    primary key (unit, serial, moment))`)
  const ids = `(select id, row_number() over (order by unit) as n from central_unit where unit like 'logica_0C%')`
  return {
    async insert(unitCount: number, first: number, count: number): Promise<number> {
      const startedAt = performance.now()
      await pool.query(`insert into bench_reading
        select id, to_hex(10551296 + lamp), moment, moment * 60, moment * 900 from ${ids} as unit
        cross join generate_series(1, ${lampsPerUnit}) as lamp cross join generate_series(${first}, ${first + count - 1}) as moment
        where n <= ${unitCount}`)
      return (performance.now() - startedAt) / 1_000
    },
    bytes: () => numberOf(product, `select pg_total_relation_size('bench_reading') as value`),
    clear: () => pool.query('truncate bench_reading'),
  }
}

/** Bytes in the packed tables of the units with a report of a whole day. */
const readStoredBytes = (product: RunningProduct): Promise<number> => {
  const quotedUnits = burstUnits.slice(0, unitsWithFullDay).map(({ unit }) => `'${unit}'`)
  const rows = (
    table: string,
    share: string,
  ) => `select (pg_column_size(t.*) + ${besideRow}) * (${share}) as bytes from ${table} t
    join central_unit unit on unit.id = t.central_unit_id where unit.unit in (${quotedUnits.join()})`
  const levelShare = `case level when 'day' then 1.0 when 'month' then 1 / 30.0 else 1 / 365.0 end`
  return numberOf(
    product,
    `select sum(bytes) as value from (${rows('energy_readings', '1.0')} union all ${rows('energy_sums', levelShare)}) as all_rows`,
  )
}

/** Duration of another person's calls while a burst is ingested and booked. */
const callsUntil = async (url: string, isOver: () => boolean): Promise<number[]> => {
  const person = await createApiClient(url).signIn('owner')
  const durations: number[] = []
  do {
    durations.push(...(await measureTimes(1, () => person.call('getUserInfos', {}))))
    await new Promise((resolve) => setTimeout(resolve, callEveryMs))
  } while (!isOver())
  return durations
}

type Burst = { ingestedMs: number; booked: number; calls: number[] }

/** All units report some moments at once: seconds until ingested, and until booked. */
const burst = async (product: RunningProduct, publish: () => Promise<void>, messages: number): Promise<Burst> => {
  const persisted = () => product.counted(/^vigilux_device_messages_persisted_total (\d+)/)
  const before = await persisted()
  let isOver = false
  const calls = callsUntil(product.url, () => isOver)
  const startedAt = performance.now()
  const since = () => (performance.now() - startedAt) / 1_000
  await publish()
  await pollUntil('all telemetry to be taken in', async () => (await persisted()) - before >= messages, 300_000)
  const ingestedMs = since()
  const isBooked = async () => (await numberOf(product, 'select count(*) as value from energy_waiting')) === 0
  await pollUntil('all telemetry to be booked', isBooked, 300_000)
  const booked = since()
  isOver = true
  return { ingestedMs, booked, calls: await calls }
}

/** A thousand units of 100 lamps report a quarter hour at once, next to plain rows; and the storage of a day. */
export const benchBurst = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const speakers = await openUnits(product, plantId)
  const plainTable = await openPlainRows(product)
  const latest = Math.floor(Date.now() / 1_000 / quarterS)
  let callCount = 0
  const quietMs = await callsUntil(product.url, () => ++callCount === quietCalls)
  const ownBursts: Burst[] = []
  const rows: number[] = []
  for (let n = 0; n < bursts; n++) {
    const order = { first: latest - bursts + 1 + n, count: 1, units }
    ownBursts.push(await burst(product, () => speakers.tell(order), units))
    rows.push(await plainTable.insert(units, order.first, 1))
  }
  await plainTable.clear()
  const day = { first: latest - bursts - momentsOfDay, count: momentsOfDay, units: unitsWithFullDay }
  await burst(product, () => speakers.tell(day), unitsWithFullDay)
  await plainTable.insert(unitsWithFullDay, day.first, day.count)
  const lampDays = unitsWithFullDay * lampsPerUnit
  const [bytesPerLampDay, plainKept] = [
    (await readStoredBytes(product)) / lampDays,
    (await plainTable.bytes()) / lampDays,
  ]
  await speakers.end()
  const name = (metric: string) => `telemetry of ${units} units × ${lampsPerUnit} lamps at once: ${metric}`
  const calls = ownBursts.flatMap((one) => one.calls)
  return [
    figureOf(
      name('taken in'),
      's',
      ownBursts.map(({ ingestedMs }) => ingestedMs),
      { values: rows, what: 'as plain rows, one statement' },
    ),
    figureOf(
      name('booked'),
      's',
      ownBursts.map(({ booked }) => booked),
      { values: [quarterS], what: 'until the next' },
    ),
    {
      name: name("another's call meanwhile, p99"),
      value: percentile(calls, 0.99),
      unit: 'ms',
      note: `${calls.length} calls`,
      limit: { value: percentile(quietMs, 0.99), what: 'while no unit reports' },
    },
    {
      name: 'telemetry: all that is kept by lamp and day',
      value: bytesPerLampDay,
      unit: 'B',
      limit: { value: plainKept, what: 'a row by lamp and quarter' },
      note: `a day of ${unitsWithFullDay} units, rows and their places in indexes`,
    },
  ]
}
