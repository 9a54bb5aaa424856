import { failedTestErrors } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { LastResult } from '@vigilux/contract/features/reports/plant-report.ts'
import { and, arrayOverlaps, asc, count, desc, eq, gte, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { failedTestTable, isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { resultIsOfDevices, type TestRunRow, testIsOfDevices } from '../emergency-tests/index.ts'

/** Selects the tests of a plant for a report. */
export type Span = {
  plantId: string
  /** Inclusive start; null without a lower bound. */
  from: Date | null
  until: Date
  /** Set for a single test. */
  testId: string | null
  devices: DeviceList
}

/** A lamp with its descriptions. */
export type NamedLamp = { cu: string; lamp: number; serial: string; description: string; location: string }
export type PresentLamp = NamedLamp & { isEmergency: boolean }
export type FoundResult = NamedLamp & { kind: TestKind; last: LastResult }
type OpenFailure = FoundResult & { isOfRunningTest: boolean }

const dayMs = 86_400_000
/** Longest possible time from the request of a test to its last finding, so older tests are not read. */
const maxTestMs = 7 * dayMs

const testsOfSpan = ({ plantId, from, until, testId }: Span): SQL | undefined =>
  and(
    eq(testRunTable.plantId, plantId),
    from ? gte(testRunTable.requestedAt, new Date(from.getTime() - maxTestMs)) : undefined,
    lte(testRunTable.requestedAt, until),
    testId === null ? undefined : eq(testRunTable.id, testId),
  )

const isOfPresentUnit = and(isNull(centralUnitTable.removedAt), eq(centralUnitTable.acquired, true))

const isOver = inArray(testRunTable.state, ['finished', 'stopped'])

const beganWithin = ({ from, testId }: Span): SQL | undefined =>
  from && testId === null ? gte(testRunTable.requestedAt, from) : undefined

/** SQL condition: found within the span; for a single test all its findings, whatever clock dated them. */
const isWithin = ({ from, until, testId }: Span): SQL | undefined => {
  const { at } = testResultTable
  return testId === null ? and(from ? gte(at, from) : undefined, lte(at, until)) : undefined
}

/**
 * The last result in the span for each lamp and kind of test; a finding without a result counts only when there is none
 * with one. A lamp is identified by its serial, or by its position without one.
 */
export const lastResults = async (tx: Tx, span: Span): Promise<FoundResult[]> => {
  const { serial, lamp, description, location, result, reason, measuredS, ratedMin, at, clockWrong } = testResultTable
  const identity = sql`coalesce(nullif(${serial}, ''), '#' || ${lamp})`
  const rows = await tx
    // The identity first: it decides nearly every comparison, which halves the time of the sort.
    .selectDistinctOn([identity, testRunTable.unit, testRunTable.kind], {
      kind: testRunTable.kind,
      cu: testRunTable.unit,
      lamp,
      serial,
      description,
      location,
      result,
      reason,
      measuredS,
      ratedMin,
      at,
      clockWrong,
    })
    .from(testRunTable)
    .innerJoin(testResultTable, eq(testResultTable.testId, testRunTable.id))
    .where(and(testsOfSpan(span), isOver, isWithin(span), resultIsOfDevices(span.devices)))
    .orderBy(identity, testRunTable.unit, testRunTable.kind, sql`${result} = 'notExecuted'`, desc(at))
  return rows.map(({ kind, cu, lamp: number, serial: lampSerial, description: name, location: place, ...found }) => ({
    kind,
    cu,
    lamp: number,
    serial: lampSerial,
    description: name,
    location: place,
    last: {
      result: found.result,
      reason: found.reason,
      measured_s: found.measuredS,
      rated_min: found.ratedMin,
      at: found.at.toISOString(),
      clockWrong: found.clockWrong,
    },
  }))
}

/** Lamps with an open failed test, by a result or by the report of their unit. */
export const countFailingLamps = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ lamps: count() })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .where(
      and(
        eq(centralUnitTable.plantId, plantId),
        isOfPresentUnit,
        arrayOverlaps(lampTable.errors, [...failedTestErrors]),
      ),
    )
  return row?.lamps ?? 0
}

/** Whether a failed test began in a still running test, so no earlier test failed. */
const beganInRunningTest = sql<boolean>`exists (
  select from ${testRunTable}
  where ${testRunTable.id} = ${failedTestTable.testId} and not ${isOver}
    and ${failedTestTable.since} >= ${testRunTable.requestedAt})`

/** The open failed tests of a plant: their lamps have passed none of the same kind since. */
export const listOpenFailures = async (tx: Tx, plantId: string): Promise<OpenFailure[]> => {
  const { kind, addr, serial, reason, measuredS, ratedMin, at } = failedTestTable
  const rows = await tx
    .select({
      kind,
      cu: centralUnitTable.unit,
      lamp: addr,
      serial,
      reason,
      measured_s: measuredS,
      rated_min: ratedMin,
      at,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
      isOfRunningTest: beganInRunningTest,
    })
    .from(failedTestTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, failedTestTable.centralUnitId))
    .innerJoin(lampTable, and(eq(lampTable.centralUnitId, failedTestTable.centralUnitId), eq(lampTable.addr, addr)))
    .leftJoin(
      lampNoteTable,
      and(eq(lampNoteTable.centralUnitId, failedTestTable.centralUnitId), eq(lampNoteTable.serial, serial)),
    )
    .where(and(eq(centralUnitTable.plantId, plantId), isOfPresentUnit))
    .orderBy(asc(centralUnitTable.unit), asc(addr))
  return rows.map(
    ({ reason: notTestedReason, measured_s, rated_min, at: recordedAt, description, location, ...row }) => ({
      ...row,
      description: description ?? '',
      location: location ?? '',
      last: {
        result: 'failed',
        reason: notTestedReason,
        measured_s,
        rated_min,
        at: recordedAt.toISOString(),
        clockWrong: false,
      },
    }),
  )
}

/** The lamps installed in a plant; only emergency lamps can miss tests. */
export const listPresentLamps = async (tx: Tx, plantId: string): Promise<PresentLamp[]> => {
  const rows = await tx
    .select({
      isEmergency: sql<boolean>`${lampTable.type} = 'emergency'`,
      cu: centralUnitTable.unit,
      lamp: lampTable.addr,
      serial: lampTable.serial,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(and(eq(centralUnitTable.plantId, plantId), isOfPresentUnit))
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))
  return rows.map((row) => ({ ...row, description: row.description ?? '', location: row.location ?? '' }))
}

export const findLastEndedTest = async (tx: Tx, plantId: string, until: Date): Promise<TestRunRow | undefined> =>
  (await listEndedTests(tx, { plantId, from: null, until, testId: null, devices: 'all' }, { limit: 1 }))[0]

/** Number of ended tests in the span by kind, for the selected devices only. */
export const countTestsOf = async (tx: Tx, span: Span): Promise<Record<TestKind, number>> => {
  const rows = await tx
    .select({ kind: testRunTable.kind, n: count() })
    .from(testRunTable)
    .where(and(testsOfSpan(span), isOver, beganWithin(span), testIsOfDevices(span.devices, span.plantId)))
    .groupBy(testRunTable.kind)
  const countOf = (kind: TestKind) => rows.find((row) => row.kind === kind)?.n ?? 0
  return { functional: countOf('functional'), autonomy: countOf('autonomy') }
}

export const countRunning = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ n: count() })
    .from(testRunTable)
    .where(and(eq(testRunTable.plantId, plantId), eq(testRunTable.state, 'running')))
  return row?.n ?? 0
}

/** SQL form of `isOfSingleLamp`. */
const isOfSingleLamp = sql`(${testRunTable.trigger} = 'user' and cardinality(${testRunTable.lamps}) = 1)`

type TestSelection = { limit: number; only?: 'singleLamp' | 'otherTests' }

/** The ended tests of the span, newest first. */
export const listEndedTests = (tx: Tx, span: Span, { limit, only }: TestSelection): Promise<TestRunRow[]> =>
  tx
    .select()
    .from(testRunTable)
    .where(
      and(
        testsOfSpan(span),
        isOver,
        beganWithin(span),
        testIsOfDevices(span.devices, span.plantId),
        only === 'singleLamp' ? isOfSingleLamp : undefined,
        only === 'otherTests' ? not(isOfSingleLamp) : undefined,
      ),
    )
    .orderBy(desc(testRunTable.requestedAt), asc(testRunTable.id))
    .limit(limit)
