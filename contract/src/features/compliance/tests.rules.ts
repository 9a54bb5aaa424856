import type { Evidence } from './compliance.ts'
import type { Facts, FailedTestFact, LampFact, Moment, TestResultFact } from './facts.ts'
import {
  compareInstants,
  createFinding,
  type Finding,
  lampEvidence,
  listSilentUnits,
  oldestOf,
  type Rule,
} from './finding.ts'
import { dateOfDay } from './plant-day.ts'

/** Newer of both results, because a full discharge also proves the function. */
const lastExecutedTest = ({ functional, autonomy }: LampFact): TestResultFact | null => {
  if (!functional || !autonomy) return functional ?? autonomy
  return functional.at.at >= autonomy.at.at ? functional : autonomy
}

type TestDeadline = { limit: number; last: (lamp: LampFact) => TestResultFact | null }

/**
 * Judges whether each lamp's last result is within the limit, by days of the plant. A lamp without a test is unknown
 * until it has existed for longer than the limit.
 */
const judgeTestDeadline = (facts: Facts, { limit, last }: TestDeadline): Finding => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  const testMoments: Moment[] = []
  for (const lamp of facts.lamps) {
    const found = last(lamp)
    const start = found?.at ?? lamp.knownSince
    if (found) testMoments.push(found.at)
    const isOverdue = facts.at.day - start.day > limit
    if (found && !isOverdue) continue
    const row = { ...lampEvidence(lamp), what: found ? ('lastTest' as const) : ('neverTested' as const), at: start.at }
    if (isOverdue) notMet.push({ ...row, since: dateOfDay(start.day + limit + 1) })
    else unknown.push(row)
  }
  notMet.sort((a, b) => compareInstants(a.at ?? '', b.at ?? ''))
  const oldest = oldestOf(testMoments)
  return createFinding({ notMet, unknown, limit, shown: oldest ? [{ what: 'lastTest', at: oldest.at }] : [] })
}

/** R1: the functional test of every lamp is in time. */
export const functionalInTime: Rule = (facts, { functionDays, functionGraceDays }) =>
  judgeTestDeadline(facts, { limit: functionDays + functionGraceDays, last: lastExecutedTest })

/** R2: the autonomy test of every lamp is in time. */
export const autonomyInTime: Rule = (facts, { durationDays, durationGraceDays }) =>
  judgeTestDeadline(facts, { limit: durationDays + durationGraceDays, last: ({ autonomy }) => autonomy })

/** R3: every lamp has had an autonomy test since its installation. */
export const firstTestInTime: Rule = ({ at, lamps }, { firstTestDays }) => {
  const neverTestedLamps = lamps.filter(({ autonomy }) => !autonomy)
  const isOverdue = ({ knownSince }: LampFact) => at.day - knownSince.day > firstTestDays
  const row = (lamp: LampFact): Evidence => ({ ...lampEvidence(lamp), what: 'neverTested', at: lamp.knownSince.at })
  return createFinding({
    notMet: neverTestedLamps
      .filter(isOverdue)
      .map((lamp) => ({ ...row(lamp), since: dateOfDay(lamp.knownSince.day + firstTestDays + 1) })),
    unknown: neverTestedLamps.filter((lamp) => !isOverdue(lamp)).map(row),
    limit: firstTestDays,
  })
}

/** Failed test as evidence; not met since the day of the first failure. */
export const failedTestEvidence = (lamp: LampFact, { kind, at, since, reason }: FailedTestFact): Evidence => ({
  ...lampEvidence(lamp),
  what: kind === 'functional' ? 'failedFunctional' : 'failedAutonomy',
  at: at.at,
  since: dateOfDay(since.day),
  ...(reason ? { reason } : {}),
})

/**
 * R9: every lamp passed its last functional and its last autonomy test. Only a passed test of the same kind closes a
 * failure. A full discharge also proves the function: a lamp without a functional test may pass.
 */
export const lastTestsPassed: Rule = ({ lamps }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const lamp of lamps) {
    notMet.push(...lamp.failedTests.map((failed) => failedTestEvidence(lamp, failed)))
    if (lamp.failedTests.length === 0 && !lamp.autonomy)
      unknown.push({ ...lampEvidence(lamp), what: 'neverTested', at: lamp.knownSince.at })
  }
  return createFinding({ notMet, unknown })
}

/** R18: a functional test uses no more of the battery than the profile allows. */
export const shortFunctionalTest: Rule = ({ lamps }, { functionShare }) => {
  const share = functionShare ?? 100
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const lamp of lamps) {
    const seconds = lamp.functionTestS ?? lamp.functional?.measuredS ?? null
    if (seconds === null || lamp.ratedMin === null) unknown.push({ ...lampEvidence(lamp), what: 'testLengthUnknown' })
    else if (seconds > lamp.ratedMin * 60 * (share / 100))
      notMet.push({
        ...lampEvidence(lamp),
        what: 'longTest',
        value: seconds,
        limit: lamp.ratedMin * 60 * (share / 100),
      })
  }
  return createFinding({ notMet, unknown, limit: share })
}

/** R25: tests without a schedule or command of the platform are marked as such. For a silent unit this is unknown. */
export const localTestsMarked: Rule = (facts) =>
  createFinding({
    unknown: listSilentUnits(facts),
    shown: facts.localTests.map(({ cu, name, at }) => ({ what: 'localTest', cu, name, at: at.at })),
  })
