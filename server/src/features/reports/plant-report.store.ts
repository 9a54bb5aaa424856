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

/** The longest that a test may be asked for before it finds something, so that tests from before the span are not read. */
const longestTestMs = 7 * 86_400_000

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

/**
 * Of these lamps those whose last result of that kind is from before the span, and failed. Asked lamp by lamp, by its serial, so that
 * what it costs follows the lamps and not the years.
 */
export const failedBefore = async (
  tx: Tx,
  { plantId, from }: { plantId: string; from: Date },
  missing: readonly Missing[],
): Promise<FoundResult[]> => {
  const told = missing.filter(({ serial }) => serial !== '')
  if (told.length === 0) return []
  const list = (of: (one: Missing) => string, type: string) => sql`${sql.param(told.map(of))}::${sql.raw(type)}[]`
  const { rows } = await tx.execute<
    Omit<LastResult, 'at' | 'clockWrong'> & { nr: string; at: Date | string; clock_wrong: boolean }
  >(sql`
    select asked.nr, last.result, last.reason, last.measured_s, last.rated_min, last.at, last.clock_wrong
    from unnest(${list(({ cu }) => cu, 'text')}, ${list(({ serial }) => serial, 'text')}, ${list(({ kind }) => kind, 'text')})
      with ordinality as asked(cu, serial, kind, nr)
    cross join lateral (
      select result.result, result.reason, result.measured_s, result.rated_min, result.at, result.clock_wrong
      from ${testResultTable} as result join ${testRunTable} as run on run.id = result.test_id
      where result.serial = asked.serial and result.at < ${from.toISOString()} and result.result <> 'notExecuted'
        and run.plant_id = ${plantId} and run.unit = asked.cu and run.kind = asked.kind and run.state in ('finished', 'stopped')
      order by result.at desc limit 1
    ) as last
    where last.result = 'failed'
    order by asked.nr`)
  return rows.flatMap(({ nr, at, clock_wrong: clockWrong, ...found }) => {
    const lamp = told[Number(nr) - 1]
    return lamp ? [{ ...lamp, last: { ...found, at: new Date(at).toISOString(), clockWrong } }] : []
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
