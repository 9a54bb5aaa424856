import { usualDays } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { LastResult } from '@vigilux/contract/features/reports/plant-report.ts'
import { and, asc, count, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { resultIsOf, type TestRunRow, testIsOf } from '../emergency-tests/index.ts'

/** The tests of a plant that a report is about. */
export type Span = {
  plantId: string
  /** The first moment that belongs to it; null where all before does. */
  from: Date | null
  until: Date
  /** One test alone. */
  testId: string | null
  devices: DeviceList
}

/** A lamp as people call it. */
export type NamedLamp = { cu: string; lamp: number; serial: string; description: string; location: string }
export type FoundResult = NamedLamp & { kind: TestKind; last: LastResult }

const dayMs = 86_400_000
/** The longest that a test may be asked for before it finds something, so that tests from before the span are not read. */
const longestTestMs = 7 * dayMs

const testsOfSpan = ({ plantId, from, until, testId }: Span): SQL | undefined =>
  and(
    eq(testRunTable.plantId, plantId),
    from ? gte(testRunTable.requestedAt, new Date(from.getTime() - longestTestMs)) : undefined,
    lte(testRunTable.requestedAt, until),
    testId === null ? undefined : eq(testRunTable.id, testId),
  )

const isOver = inArray(testRunTable.state, ['finished', 'stopped'])

const beganWithin = ({ from, testId }: Span): SQL | undefined =>
  from && testId === null ? gte(testRunTable.requestedAt, from) : undefined

/** Found within the span; of one test alone all that it found, whatever clock said when. */
const isWithin = ({ from, until, testId }: Span): SQL | undefined => {
  const { at } = testResultTable
  return testId === null ? and(from ? gte(at, from) : undefined, lte(at, until)) : undefined
}

/**
 * The last result of each kind of test of each lamp in the span: the last that came to a result, or where none did, the last. A lamp is
 * told apart by its serial; where it had none, by its position.
 */
export const lastResults = async (tx: Tx, span: Span): Promise<FoundResult[]> => {
  const { serial, lamp, description, location, result, reason, measuredS, ratedMin, at, clockWrong } = testResultTable
  const identity = sql`coalesce(nullif(${serial}, ''), '#' || ${lamp})`
  const rows = await tx
    .selectDistinctOn([testRunTable.kind, testRunTable.unit, identity], {
      ...{ kind: testRunTable.kind, cu: testRunTable.unit, lamp, serial, description, location },
      ...{ result, reason, measuredS, ratedMin, at, clockWrong },
    })
    .from(testRunTable)
    .innerJoin(testResultTable, eq(testResultTable.testId, testRunTable.id))
    .where(and(testsOfSpan(span), isOver, isWithin(span), resultIsOf(span.devices)))
    .orderBy(testRunTable.kind, testRunTable.unit, identity, sql`${result} = 'notExecuted'`, desc(at))
  return rows.map(({ kind, cu, lamp: number, serial: of, description: name, location: place, ...found }) => ({
    ...{ kind, cu, lamp: number, serial: of, description: name, location: place },
    last: {
      ...{ result: found.result, reason: found.reason, measured_s: found.measuredS, rated_min: found.ratedMin },
      ...{ at: found.at.toISOString(), clockWrong: found.clockWrong },
    },
  }))
}

/** A kind of test of which a lamp has no result in the span. */
type Missing = NamedLamp & { kind: TestKind }
type Before = { plantId: string; from: Date }
type FoundRow = Omit<LastResult, 'at' | 'clockWrong'> & { at: Date | string; clock_wrong: boolean }
type Key = Pick<Missing, 'cu' | 'serial' | 'kind'>

const keyOf = ({ cu, serial, kind }: Key): string => `${kind} ${cu} ${serial}`

const foundColumns = sql`result.result, result.reason, result.measured_s, result.rated_min, result.at, result.clock_wrong`
const isFinding = ({ plantId, from }: Before) => sql`run.plant_id = ${plantId} and run.state in ('finished', 'stopped')
  and result.at < ${from.toISOString()} and result.result <> 'notExecuted'`

/** The last result of a kind of each lamp, as far back as it lies of lamps that are tested in time. */
const lastUsual = async (tx: Tx, before: Before, kind: TestKind): Promise<(FoundRow & Key)[]> => {
  const since = new Date(before.from.getTime() - usualDays[kind] * dayMs)
  const { rows } = await tx.execute<FoundRow & Key>(sql`
    select distinct on (run.unit, result.serial) run.kind, run.unit as cu, result.serial, ${foundColumns}
    from ${testRunTable} as run join ${testResultTable} as result on result.test_id = run.id
    where ${isFinding(before)} and run.kind = ${kind} and result.serial <> ''
      and run.requested_at between ${since.toISOString()} and ${before.from.toISOString()}
    order by run.unit, result.serial, result.at desc`)
  return rows
}

/** The same of these lamps however far back, asked lamp by lamp: what it costs follows the lamps and not the years. */
const lastEarlier = async (tx: Tx, before: Before, lamps: readonly Missing[]): Promise<(FoundRow & Key)[]> => {
  if (lamps.length === 0) return []
  const list = (of: (one: Missing) => string) => sql`${sql.param(lamps.map(of))}::text[]`
  const { rows } = await tx.execute<FoundRow & Key>(sql`
    select asked.kind, asked.cu, asked.serial, last.*
    from unnest(${list(({ cu }) => cu)}, ${list(({ serial }) => serial)}, ${list(({ kind }) => kind)}) as asked(cu, serial, kind)
    cross join lateral (
      select ${foundColumns} from ${testResultTable} as result join ${testRunTable} as run on run.id = result.test_id
      where ${isFinding(before)} and result.serial = asked.serial and run.unit = asked.cu and run.kind = asked.kind
      order by result.at desc limit 1
    ) as last`)
  return rows
}

/** Of these lamps those whose last result of that kind is from before the span, and failed; found by their serials. */
export const failedBefore = async (tx: Tx, before: Before, missing: readonly Missing[]): Promise<FoundResult[]> => {
  const told = missing.filter(({ serial }) => serial !== '')
  const kinds = new Set(told.map(({ kind }) => kind))
  const found = new Map<string, FoundRow>()
  for (const kind of kinds) for (const row of await lastUsual(tx, before, kind)) found.set(keyOf(row), row)
  const others = told.filter((lamp) => !found.has(keyOf(lamp)))
  for (const row of await lastEarlier(tx, before, others)) found.set(keyOf(row), row)
  return told.flatMap((lamp) => {
    const row = found.get(keyOf(lamp))
    if (row?.result !== 'failed') return []
    const { result, reason, measured_s, rated_min, at, clock_wrong: clockWrong } = row
    return [{ ...lamp, last: { result, reason, measured_s, rated_min, at: new Date(at).toISOString(), clockWrong } }]
  })
}

/** The emergency lamps that hang in a plant now. */
export const emergencyLamps = async (tx: Tx, plantId: string): Promise<NamedLamp[]> => {
  const rows = await tx
    .select({
      ...{ cu: centralUnitTable.unit, lamp: lampTable.addr, serial: lampTable.serial },
      ...{ description: lampNoteTable.description, location: lampNoteTable.location },
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(
      and(eq(centralUnitTable.plantId, plantId), isNull(centralUnitTable.removedAt), eq(lampTable.type, 'emergency')),
    )
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))
  return rows.map((row) => ({ ...row, description: row.description ?? '', location: row.location ?? '' }))
}

/** The last test of a plant that is over. */
export const lastTestOver = async (tx: Tx, plantId: string, until: Date): Promise<TestRunRow | undefined> =>
  (await testsOver(tx, { plantId, from: null, until, testId: null, devices: 'all' }, 1))[0]

/** How many tests of each kind that are over the span has, of its devices alone. */
export const countTestsOf = async (tx: Tx, span: Span): Promise<Record<TestKind, number>> => {
  const rows = await tx
    .select({ kind: testRunTable.kind, n: count() })
    .from(testRunTable)
    .where(and(testsOfSpan(span), isOver, beganWithin(span), testIsOf(span.devices, span.plantId)))
    .groupBy(testRunTable.kind)
  const of = (kind: TestKind) => rows.find((row) => row.kind === kind)?.n ?? 0
  return { functional: of('functional'), autonomy: of('autonomy') }
}

export const countRunning = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ n: count() })
    .from(testRunTable)
    .where(and(eq(testRunTable.plantId, plantId), eq(testRunTable.state, 'running')))
  return row?.n ?? 0
}

/** The tests of the span that are over, newest first. */
export const testsOver = (tx: Tx, span: Span, limit: number): Promise<TestRunRow[]> =>
  tx
    .select()
    .from(testRunTable)
    .where(and(testsOfSpan(span), isOver, beganWithin(span), testIsOf(span.devices, span.plantId)))
    .orderBy(desc(testRunTable.requestedAt))
    .limit(limit)
