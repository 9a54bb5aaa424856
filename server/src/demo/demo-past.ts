import type { TestKind, TestReason, TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { diceOf } from './demo-dice.ts'
import type { DescribedUnit } from './estate-file.ts'
import { type Battery, batteryOf, dayMs, nextVisit, type PastLamp } from './past-batteries.ts'

/** A past test's result of a lamp. */
export type PastFinding = {
  lamp: PastLamp
  result: TestResultValue
  reason: TestReason | null
  measuredS: number | null
  at: number
}

/** A past test, started by the unit or by a person, of all emergency lamps or of the repaired ones. */
export type PastTestRun = {
  kind: TestKind
  by: 'unit' | 'installer' | 'technician'
  startedAt: number
  endedAt: number
  findings: PastFinding[]
}

export type Past = { runs: PastTestRun[]; autonomyTests: readonly number[] }

const fourWeeksMs = 28 * dayMs
const functionalS = 30
/** Share of failed functional tests per lamp. */
const shareFailing = 0.004
const failures: readonly (readonly [TestResultValue, TestReason])[] = [
  ['failed', 'lamp_failure'],
  ['failed', 'battery_failure'],
  ['failed', 'circuit_failure'],
  ['notExecuted', 'lamp_unreachable'],
]

const monthsBefore = (time: number, months: number): number => {
  const at = new Date(time)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at.getTime()
}

/** The first is on the day after the plant was taken into use; the others lead to the unit's next planned test. */
const autonomyTestsOf = (next: number, from: number, now: number): number[] => {
  const yearly = [48, 36, 24, 12].map((months) => monthsBefore(next, months))
  const first = Math.ceil(from / dayMs) * dayMs + 9 * 3_600_000
  return [first, ...yearly.filter((time) => time > first + 60 * dayMs && time < now)]
}

const functionalTestsOf = (next: number, from: number, excludedTimes: readonly number[]): number[] => {
  const count = Math.floor((next - from) / fourWeeksMs)
  const all = Array.from({ length: count }, (_, n) => next - (count - n) * fourWeeksMs)
  return all.filter((time) => excludedTimes.every((other) => Math.abs(other - time) > 2 * dayMs))
}

const passedFinding = (lamp: PastLamp, measuredS: number, at: number): PastFinding => ({
  lamp,
  measuredS,
  at,
  result: 'passed',
  reason: null,
})

/** A lamp's autonomy result, by the charge of its battery. */
const autonomyOf = (lamp: PastLamp, battery: Battery, startedAt: number): PastFinding => {
  const capacity = battery.capacityAt(startedAt)
  const measuredS = Math.round(lamp.ratedMin * 60 * capacity)
  const finding = passedFinding(lamp, measuredS, startedAt + measuredS * 1000)
  return capacity < 1 ? { ...finding, result: 'failed', reason: 'battery_duration' } : finding
}

const runOf = (baseRun: Pick<PastTestRun, 'kind' | 'by' | 'startedAt'>, findings: PastFinding[]): PastTestRun => {
  const last = findings.reduce((latestAt, { at }) => Math.max(latestAt, at), baseRun.startedAt)
  return { ...baseRun, endedAt: last + 20_000, findings }
}

/** A functional test processes lamps in groups; failures are repaired within days and tested again. */
const functionalRuns = (
  unit: DescribedUnit,
  lamps: readonly PastLamp[],
  startedAt: number,
  now: number,
): PastTestRun[] => {
  const dice = diceOf(unit.unit, startedAt)
  const visit = nextVisit(startedAt, dice)
  const findings = lamps.map((lamp, n): PastFinding => {
    const at = startedAt + (Math.floor(n / unit.lampsPerTestStep) + 1) * (functionalS + 5) * 1000
    const isFailing = visit < now - dayMs && dice.next() < shareFailing
    const [result, reason] = (isFailing && failures[Math.floor(dice.between(0, failures.length))]) || ['passed', null]
    const measuredS = result === 'passed' ? functionalS : result === 'failed' ? 2 : null
    return { lamp, result, reason, measuredS, at }
  })
  const run = runOf({ kind: 'functional', by: 'unit', startedAt }, findings)
  const repairedLamps = findings.filter(({ result }) => result !== 'passed').map(({ lamp }) => lamp)
  if (repairedLamps.length === 0) return [run]
  const repeatedFindings = repairedLamps.map((lamp) =>
    passedFinding(lamp, functionalS, visit + (functionalS + 5) * 1000),
  )
  return [run, runOf({ kind: 'functional', by: 'technician', startedAt: visit }, repeatedFindings)]
}

/** The autonomy tests, each followed by tests of the batteries replaced because of it. */
const autonomyRuns = (lamps: readonly PastLamp[], autonomyTests: readonly number[], now: number): PastTestRun[] => {
  const batteries = new Map(lamps.map((lamp) => [lamp, batteryOf(lamp, autonomyTests, now)]))
  const findingsAt = (testedLamps: readonly PastLamp[], startedAt: number): PastFinding[] =>
    testedLamps.flatMap((lamp) => {
      const battery = batteries.get(lamp)
      return battery ? autonomyOf(lamp, battery, startedAt) : []
    })
  return autonomyTests.flatMap((startedAt, n) => {
    const actor = n === 0 ? 'installer' : 'unit'
    const changed = lamps.filter((lamp) => batteries.get(lamp)?.exchange?.foundAt === startedAt)
    // A new battery charges for a day before its test.
    const last = changed.map((lamp) => (batteries.get(lamp)?.exchange?.changedAt ?? 0) + dayMs)
    const run = runOf({ kind: 'autonomy', by: actor, startedAt }, findingsAt(lamps, startedAt))
    if (changed.length === 0) return [run]
    const repeatedAt = Math.max(...last)
    return [run, runOf({ kind: 'autonomy', by: 'technician', startedAt: repeatedAt }, findingsAt(changed, repeatedAt))]
  })
}

/**
 * Tests of a unit and its technicians since it was taken into use: a functional test every four weeks, an autonomy test
 * every year, and re-tests after repairs. They lead to the unit's planned tests, and are reproducible per unit.
 * @param from when it was taken into use, in milliseconds
 */
export const pastOf = (unit: DescribedUnit, from: number, now: number): Past => {
  const lamps = unit.lamps.filter(({ kind }) => kind === 'emergency')
  const autonomyTests = autonomyTestsOf(unit.next.autonomy, from, now)
  const functionalTests = functionalTestsOf(unit.next.functional, from, autonomyTests)
  const runs = [
    ...autonomyRuns(lamps, autonomyTests, now),
    ...functionalTests.flatMap((startedAt) => functionalRuns(unit, lamps, startedAt, now)),
  ]
  return { runs: runs.toSorted((a, b) => a.startedAt - b.startedAt), autonomyTests }
}
