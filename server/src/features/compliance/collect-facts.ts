import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type {
  DischargeFact,
  EventFact,
  Facts,
  GapFact,
  LampFact,
  Moment,
  PlanFact,
  UnitFact,
} from '@vigilux/contract/features/compliance/facts.ts'
import { type FaultFacts, listOpenFaultEvidence } from '@vigilux/contract/features/compliance/faults.rules.ts'
import type { NamedLamp } from '@vigilux/contract/features/compliance/finding.ts'
import { computePresentState } from '@vigilux/contract/features/compliance/present.rules.ts'
import {
  type FailedTest,
  type LampSafety,
  lampSafety,
} from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { offsetMinutes } from '../../kernel/zoned.ts'
import type { DevicePort } from '../../ports/device.ts'
import {
  type CentralUnitRow,
  clockDriftOf,
  findLinks,
  inhibitionOverdueSince,
  isConnected,
  listUnitRows,
  type UnitLink,
} from '../central-units/index.ts'
import { listFailedTests } from '../lamps/index.ts'
import { type LogbookGap, listGaps, listOpenUnitFaults, type UnitFaultRow } from '../logbook/index.ts'
import { type LampFactRow, listFirstResults, listFirstSeen, listLampFacts } from './lamp-facts.store.ts'
import {
  failedTestsBy,
  keyOf,
  lastOf,
  lateResultsOf,
  type ResultsByLamp,
  readLastResults,
  toFailedFact,
  toResultFact,
} from './last-results.ts'
import { readLogbookEntries } from './logbook-facts.ts'
import { type MomentOf, momentsIn } from './moments.ts'
import { findOldestTest, listDischarges, listLocalTests, listMainsFailures } from './test-facts.store.ts'

type Time = Date | string
const dayMs = 86_400_000
/** Milliseconds of the minimum age at which a battery can count as old, whatever its profile says. */
const oldAfterMs = 365 * dayMs

/** Maximum days between two tests of a unit. */
const periodDays: Record<TestPeriod, number> = { '1w': 7, '4w': 28, '3m': 92, '6m': 184, '12m': 366 }

/** The later of the unit's enrolment and the first record of this lamp at its address. */
const knownSince = ({ added_at, unit_id, addr }: LampFactRow, firstSeen: ReadonlyMap<string, Date>): Date => {
  const addedAt = new Date(added_at)
  const first = firstSeen.get(`${unit_id} ${addr}`)
  return first && first > addedAt ? first : addedAt
}

type KnownResults = {
  firstSeen: ReadonlyMap<string, Date>
  firstResults: ReadonlyMap<string, Date>
  resultsByLamp: ResultsByLamp
  until: number
  momentOf: MomentOf
  types: DevicePort['types']
}

const instant = (at: Time): string => new Date(at).toISOString()
const instantOrNull = (at: Time | null): string | null => at && instant(at)

/** Safety facts of a lamp, as last reported. */
const safetyOf = (row: LampFactRow, failedTests: readonly FailedTest[], online: ReadonlySet<string>): LampSafety =>
  lampSafety({
    unitIsConnected: online.has(row.cu),
    mode: row.mode,
    modeSince: instant(row.mode_since),
    reported: row.reported,
    found: row.found,
    faultsSince: instantOrNull(row.faults_since),
    failedTests,
  })

/**
 * Since when a fault of a lamp is open. Repair work without a proof keeps it open, even if nothing is reported: a
 * battery fitted yesterday does not show how long it lasts.
 */
const faultySinceOf = (row: LampFactRow, { faultySince }: LampSafety): string | null =>
  [faultySince, instantOrNull(row.unproven_since)].filter((at) => at !== null).sort()[0] ?? null

const nameOfLamp = ({ cu, addr, serial, description, location }: LampFactRow): NamedLamp => ({
  cu,
  addr,
  name: description || serial,
  place: location ?? '',
})

const toLampFact = (row: LampFactRow, safety: LampSafety, knownResults: KnownResults): LampFact => {
  const { firstSeen, firstResults, resultsByLamp, until, momentOf, types } = knownResults
  const since = knownSince(row, firstSeen)
  const first = firstResults.get(row.serial)
  const lampResults = resultsByLamp.get(keyOf(row))
  const orNull = (at: Time | null) => (at === null ? null : momentOf(at))
  const lastFact = (kind: TestKind) => {
    const last = lastOf(lampResults, kind, until)
    return last && toResultFact(last, momentOf)
  }
  return {
    ...nameOfLamp(row),
    knownSince: momentOf(since),
    // A battery is at least as old as the first result of its lamp.
    batterySince: momentOf(first && first > since ? first : since),
    parity: row.parity,
    ratedMin: row.rated_min,
    functionTestS: row.test_s,
    testsToRatedDuration: types[row.cu_type]?.facts.testsToRatedDuration ?? false,
    faultySince: orNull(faultySinceOf(row, safety)),
    inhibitedSince: orNull(row.inhibited_since),
    silentSince: orNull(safety.silentSince),
    now: safety.now,
    failedTests: safety.failedTests.map((failed) => toFailedFact(failed, momentOf)),
    functional: lastFact('functional'),
    autonomy: lastFact('autonomy'),
    later: lateResultsOf(lampResults, until).map((one) => ({ ...toResultFact(one, momentOf), kind: one.kind })),
  }
}

const momentOrNull = (at: Date | null, momentOf: MomentOf): Moment | null => at && momentOf(at)

const planOf = (plan: UnitDetail['functional']): PlanFact =>
  plan?.next ? { periodDays: plan.period ? periodDays[plan.period] : null } : null

const toUnitFact = (
  row: CentralUnitRow,
  link: UnitLink | undefined,
  { momentOf, offsetMin, now }: { momentOf: MomentOf; offsetMin: number; now: Date | null },
): UnitFact => ({
  cu: row.unit,
  name: row.description || row.cuId,
  lastSeen: link ? momentOf(link.lastSeen) : null,
  online: isConnected(row, link),
  driftS: clockDriftOf(row.life, link),
  inZone: row.shadow?.utcOffsetMin == null ? null : row.shadow.utcOffsetMin === offsetMin,
  networkUnsettled:
    row.networkState === 'inProgress' ||
    row.warnings.some((one) => one === 'fewer_lamps_than_configured' || one === 'more_lamps_than_configured'),
  inhibitedBeyond: momentOrNull(now && inhibitionOverdueSince(row, link), momentOf),
  plans: row.detail ? { functional: planOf(row.detail.functional), autonomy: planOf(row.detail.autonomy) } : null,
})

const readDischarges = async (
  tx: Tx,
  plantId: string,
  {
    rows,
    tests,
    names,
    momentOf,
  }: { rows: readonly LampFactRow[]; tests: string[]; names: NameOf; momentOf: MomentOf },
): Promise<DischargeFact[]> => {
  const parities = new Map(rows.map(({ cu, addr, parity }) => [`${cu} ${addr}`, parity]))
  return (await listDischarges(tx, plantId, tests)).map((run): DischargeFact => {
    const until = [run.test_until, run.mains_until].flatMap((at) => (at ? new Date(at).toISOString() : [])).sort()
    const halves = run.lamps.flatMap((addr) => parities.get(`${run.cu} ${addr}`) ?? [])
    return {
      cu: run.cu,
      name: names(run.cu),
      startedAt: momentOf(run.started_at),
      endedAt: momentOf(run.ended_at ?? run.started_at),
      parities: [...new Set(halves)],
      dischargedUntil: until.at(-1) ?? null,
    }
  })
}

type FaultyUnit = Pick<CentralUnitRow, 'plantId' | 'unit' | 'addedAt' | 'errors'>

/** The faults of these units open at a time; for the present, only those still reported. */
export const readUnitFaults = async (
  tx: Tx,
  units: readonly FaultyUnit[],
  { at, isPast }: { at: Date; isPast: boolean },
): Promise<UnitFaultRow[]> => {
  const keyOfUnit = (plantId: string, unit: string) => `${plantId} ${unit}`
  const unitsByKey = new Map(units.map((row) => [keyOfUnit(row.plantId, row.unit), row]))
  const plantIds = [...new Set(units.map(({ plantId }) => plantId))]
  return (await listOpenUnitFaults(tx, plantIds, at)).filter(({ plantId, cu, error, at: since }) => {
    const row = unitsByKey.get(keyOfUnit(plantId, cu))
    return row && new Date(since) >= row.addedAt && (isPast || row.errors.some((one) => one === error))
  })
}

type NameOf = (cu: string) => string

type LampQuery = {
  at: Date
  /** Since when all results are read; by default only the last ones are. */
  resultsFrom?: Date
  isPast: boolean
  momentOf: MomentOf
  types: DevicePort['types']
  /** The connected units. */
  online: ReadonlySet<string>
}

/** The failed tests open at a time, by the results known then. */
const failedTestsAt = (rows: readonly LampFactRow[], resultsByLamp: ResultsByLamp, until: number) =>
  new Map(rows.map((row) => [row, failedTestsBy(resultsByLamp.get(keyOf(row)) ?? [], until)]))

/** The failed tests open at present. */
const currentFailedTests = async (tx: Tx, rows: readonly LampFactRow[]) => {
  const failed = await listFailedTests(tx, [...new Set(rows.map((row) => row.unit_id))])
  return new Map(rows.map((row) => [row, failed.get(`${row.unit_id} ${row.addr}`) ?? []]))
}

/**
 * The plant's emergency lamps as rows, safety facts and rule facts, all in the same order; and the tests of their last
 * autonomy results.
 */
export const readLamps = async (
  tx: Tx,
  plantId: string,
  { at, resultsFrom = at, isPast, momentOf, types, online }: LampQuery,
) => {
  const rows = await listLampFacts(tx, plantId, at, isPast)
  const resultsByLamp = await readLastResults(tx, { plantId, from: resultsFrom, at, lamps: rows })
  const until = at.getTime()
  const last = (row: LampFactRow, kind: TestKind) => lastOf(resultsByLamp.get(keyOf(row)), kind, until)
  const untested = rows.filter((row) => !(last(row, 'functional') && last(row, 'autonomy')))
  const oldLamps = rows.filter(({ added_at }) => at.getTime() - new Date(added_at).getTime() > oldAfterMs)
  const firstSeen = await listFirstSeen(tx, untested)
  const firstResults = await listFirstResults(
    tx,
    oldLamps.map(({ serial }) => serial).filter((serial) => serial !== ''),
  )
  const failedTests = isPast ? failedTestsAt(rows, resultsByLamp, until) : await currentFailedTests(tx, rows)
  const knownResults = { firstSeen, firstResults, resultsByLamp, until, momentOf, types }
  const lampSafeties = rows.map((row) => ({ row, safety: safetyOf(row, failedTests.get(row) ?? [], online) }))
  return {
    rows,
    resultsByLamp,
    safeties: lampSafeties.map(({ safety }) => safety),
    lamps: lampSafeties.map(({ row, safety }) => toLampFact(row, safety, knownResults)),
    discharges: [...new Set(rows.flatMap((row) => last(row, 'autonomy')?.test_id ?? []))],
  }
}

/** When the first unit with emergency lamps was added; the same moment as in `listPlantStarts`. */
const plantStartOf = (rows: readonly LampFactRow[]): Date | null =>
  rows.length === 0 ? null : new Date(Math.min(...rows.map(({ added_at }) => new Date(added_at).getTime())))

type FactsQuery = { at: Date; isPast: boolean; timezone: string; alwaysOpen: boolean; types: DevicePort['types'] }

const unitsAt = async (tx: Tx, plantId: string, at: Date): Promise<CentralUnitRow[]> =>
  (await listUnitRows(tx, [plantId])).filter(({ acquired, addedAt }) => acquired && addedAt <= at)

/** Open faults of the plant's lamps and units at present. */
export const readOpenFaults = async (
  tx: Tx,
  plantId: string,
  { at, timezone }: Pick<FactsQuery, 'at' | 'timezone'>,
): Promise<FaultFacts> => {
  const momentOf = momentsIn(timezone)
  const units = await unitsAt(tx, plantId, at)
  const rows = await listLampFacts(tx, plantId, at, false)
  const failedTests = await currentFailedTests(tx, rows)
  const lamps = rows.flatMap((row) => {
    const since = faultySinceOf(row, safetyOf(row, failedTests.get(row) ?? [], new Set()))
    return since === null ? [] : [{ ...nameOfLamp(row), faultySince: momentOf(since) }]
  })
  const faults = await readUnitFaults(tx, units, { at, isPast: false })
  return { lamps, unitFaults: faults.map(({ cu, at: since }) => ({ cu, name: cu, at: momentOf(since) })) }
}

const toGap = (
  { kind, unit, at, wholeUntil, count }: LogbookGap,
  naming: { momentOf: MomentOf; names: NameOf },
): GapFact => {
  const moment = naming.momentOf(at)
  if (kind === 'restored') return { what: kind, at: wholeUntil ? naming.momentOf(wholeUntil) : moment, until: moment }
  return { what: kind, cu: unit ?? '', name: naming.names(unit ?? ''), at: moment, count: count ?? 0 }
}

/** All facts for the rules, as known at a moment. The cost grows with the lamps of the plant, not with their past. */
export const collectFacts = async (tx: Tx, plantId: string, query: FactsQuery): Promise<Facts> => {
  const { at, timezone, alwaysOpen } = query
  const momentOf = momentsIn(timezone)
  const unitRows = await unitsAt(tx, plantId, at)
  const links = await findLinks(
    tx,
    unitRows.map(({ unit }) => unit),
  )
  const unitNames = new Map(unitRows.map((row) => [row.unit, row.description || row.cuId]))
  const names: NameOf = (cu) => unitNames.get(cu) ?? cu
  const offsetMin = offsetMinutes(at, timezone)
  const units = unitRows.map((row) =>
    toUnitFact(row, links.get(row.unit), { momentOf, offsetMin, now: query.isPast ? null : at }),
  )
  const { rows, safeties, lamps, discharges } = await readLamps(tx, plantId, {
    at,
    isPast: query.isPast,
    momentOf,
    types: query.types,
    online: new Set(units.filter(({ online }) => online).map(({ cu }) => cu)),
  })
  const plantStart = plantStartOf(rows)
  const year = { from: new Date(at.getTime() - 366 * dayMs), until: at }
  const toEvent = ({ cu, at: time }: { cu: string; at: Time }): EventFact => ({
    cu,
    name: names(cu),
    at: momentOf(time),
  })
  const oldestTest = await findOldestTest(tx, plantId)
  const unitFaults = (await readUnitFaults(tx, unitRows, { at, isPast: query.isPast })).map(toEvent)
  return {
    at: momentOf(at),
    isPast: query.isPast,
    alwaysOpen,
    lamps,
    units,
    present: query.isPast ? null : computePresentState(safeties, units),
    since: plantStart && momentOf(plantStart),
    unitFaults,
    discharges: await readDischarges(tx, plantId, { rows, tests: discharges, names, momentOf }),
    localTests: (await listLocalTests(tx, plantId, year)).map(toEvent),
    mainsFailures: (await listMainsFailures(tx, plantId, year)).map(toEvent),
    oldestRecord: oldestTest && momentOf(oldestTest),
    gaps: (await listGaps(tx, plantId, at)).map((gap) => toGap(gap, { momentOf, names })),
    logbook: await readLogbookEntries(tx, plantId, {
      at,
      momentOf,
      openFaults: listOpenFaultEvidence({ lamps, unitFaults }),
    }),
  }
}
