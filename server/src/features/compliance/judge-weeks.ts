import type { ComplianceWeek } from '@vigilux/contract/features/compliance/compliance.ts'
import type { Facts, LampFact } from '@vigilux/contract/features/compliance/facts.ts'
import { judgeStates, verdictOf } from '@vigilux/contract/features/compliance/judge.rules.ts'
import { dateOfDay } from '@vigilux/contract/features/compliance/plant-day.ts'
import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import { type TestKind, testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { DevicePort } from '../../ports/device.ts'
import type { PlantRow } from '../plants/index.ts'
import { readLamps } from './collect-facts.ts'
import { readProfileChoice } from './judge-plant.ts'
import { failedTestsBy, type KnownResult, keyOf, toFailedFact, toResultFact } from './last-results.ts'
import { type MomentOf, momentsIn } from './moments.ts'

const weeks = 53
const weekMs = 7 * 86_400_000

/** Rules on results only, with a completely retained past. */
const resultRules: readonly RuleId[] = ['R1', 'R2', 'R3', 'R9', 'R22']

/** Follows a lamp from week to week: its known results grow, and none is processed twice. */
const createLampFollower = (lamp: LampFact, results: readonly KnownResult[], momentOf: MomentOf) => {
  const latestResults: Pick<LampFact, 'functional' | 'autonomy' | 'failedTests'> = {
    functional: null,
    autonomy: null,
    failedTests: [],
  }
  const last: Record<TestKind, KnownResult | null> = { functional: null, autonomy: null }
  const orderedResults = results.toSorted((a, b) => a.knownAt - b.knownAt)
  let next = 0
  let current = { ...lamp, ...latestResults }
  return (until: number): LampFact => {
    const startIndex = next
    for (let result = orderedResults[next]; result && result.knownAt <= until; result = orderedResults[next]) {
      if (!result.clock_wrong && (last[result.kind]?.at ?? 0) <= result.at) last[result.kind] = result
      next += 1
    }
    if (next === startIndex) return current
    for (const kind of testKinds) latestResults[kind] = last[kind] && toResultFact(last[kind], momentOf)
    latestResults.failedTests = failedTestsBy(orderedResults, until).map((failed) => toFailedFact(failed, momentOf))
    current = { ...lamp, ...latestResults }
    return current
  }
}

const noOtherFacts: Omit<Facts, 'at' | 'lamps' | 'alwaysOpen'> = {
  isPast: true,
  since: null,
  units: [],
  unitFaults: [],
  discharges: [],
  present: null,
  localTests: [],
  mainsFailures: [],
  oldestRecord: null,
  gaps: [],
  logbook: null,
}

/**
 * The test rules at the end of each week of the last year, as known then. Computed from the results, so another profile
 * judges the same past.
 */
export const judgeWeeks = async (
  tx: Tx,
  plant: PlantRow,
  now: Date,
  types: DevicePort['types'],
): Promise<ComplianceWeek[]> => {
  const { choice } = await readProfileChoice(tx, plant)
  const momentOf = momentsIn(plant.timezone)
  const first = new Date(now.getTime() - (weeks - 1) * weekMs)
  const { rows, lamps, resultsByLamp } = await readLamps(tx, plant.id, {
    at: now,
    resultsFrom: first,
    isPast: false,
    momentOf,
    types,
    online: new Set(),
  })
  const lampFollowers = lamps.map((lamp, index) => {
    const row = rows[index]
    return createLampFollower(lamp, row ? (resultsByLamp.get(keyOf(row)) ?? []) : [], momentOf)
  })
  return Array.from({ length: weeks }, (_, index): ComplianceWeek => {
    const until = first.getTime() + index * weekMs
    const at = momentOf(until)
    const knownLamps = lampFollowers.map((lamp) => lamp(until)).filter(({ knownSince }) => knownSince.at <= at.at)
    const ruleStates = judgeStates(
      { ...noOtherFacts, at, alwaysOpen: choice.alwaysOpen, lamps: knownLamps },
      choice,
      resultRules,
    )
    const rulesInState = (state: ComplianceWeek['state']) =>
      ruleStates.filter((one) => one.state === state).map(({ rule }) => rule)
    return {
      day: dateOfDay(at.day),
      state: verdictOf(ruleStates).state,
      notMet: rulesInState('notMet'),
      unknown: rulesInState('unknown'),
    }
  })
}
