import type { ComplianceWeek, Evidence } from '@vigilux/contract/features/compliance/compliance.ts'
import type { Facts, LampFact } from '@vigilux/contract/features/compliance/facts.ts'
import { judgeFindings, resultRules, verdictOf } from '@vigilux/contract/features/compliance/judge.rules.ts'
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

type LampOfWeek = {
  fact: LampFact
  /** The platform knew the lamp by then. */
  isKnown: boolean
  /** New results since the week before, or a new lamp. */
  isChanged: boolean
}

/**
 * Follows a lamp from week to week: its known results grow, and none is processed twice. The facts are one changing
 * object, because a copy for each new result would cost as much as judging it.
 */
const createLampFollower = (lamp: LampFact, results: readonly KnownResult[], momentOf: MomentOf) => {
  const orderedResults = results.toSorted((a, b) => a.knownAt - b.knownAt)
  const knownSince = Date.parse(lamp.knownSince.at)
  const last: Record<TestKind, KnownResult | null> = { functional: null, autonomy: null }
  const fact: LampFact = { ...lamp, functional: null, autonomy: null, failedTests: [] }
  let next = 0
  let wasKnown = false
  const readResultsUntil = (until: number): boolean => {
    const startIndex = next
    for (let result = orderedResults[next]; result && result.knownAt <= until; result = orderedResults[next]) {
      if (!result.clock_wrong && (last[result.kind]?.at ?? 0) <= result.at) last[result.kind] = result
      next += 1
    }
    return next > startIndex
  }
  return (until: number): LampOfWeek => {
    const isKnown = knownSince <= until
    const isNew = isKnown && !wasKnown
    wasKnown = isKnown
    if (!readResultsUntil(until)) return { fact, isKnown, isChanged: isNew }
    for (const kind of testKinds) fact[kind] = last[kind] && toResultFact(last[kind], momentOf)
    fact.failedTests = failedTestsBy(orderedResults, until).map((failed) => toFailedFact(failed, momentOf))
    return { fact, isKnown, isChanged: true }
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

type Judge = (lamps: LampFact[], rules: readonly RuleId[]) => ReturnType<typeof judgeFindings>

const keyOfLamp = ({ cu, addr }: Pick<Evidence, 'cu' | 'addr'>): string => `${cu} ${addr}`

/**
 * Judges the rules of single lamps by the changed lamps of each week, and by those failing before.
 * @internal
 */
export const createLampJudge = () => {
  const failing = new Map<string, LampFact>()
  return (known: readonly LampFact[], changed: LampFact[], judge: Judge): ReturnType<typeof judgeFindings> => {
    const changedByKey = new Map(changed.map((lamp) => [keyOfLamp(lamp), lamp]))
    for (const key of changedByKey.keys()) failing.delete(key)
    const evidence = judge(changed, resultRules.byLamp).flatMap((one) => (one.state === 'met' ? [] : one.evidence))
    for (const key of evidence.map(keyOfLamp)) {
      const lamp = changedByKey.get(key)
      if (lamp) failing.set(key, lamp)
    }
    return judge(failing.size > 0 ? [...failing.values()] : known.slice(0, 1), resultRules.byLamp)
  }
}

/**
 * The test rules at the end of each week of the last year, as known then. Their past is completely retained. Computed
 * from the results, so another profile judges the same past.
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
  const judgeLamps = createLampJudge()
  return Array.from({ length: weeks }, (_, index): ComplianceWeek => {
    const until = first.getTime() + index * weekMs
    const at = momentOf(until)
    const judge: Judge = (judgedLamps, rules) =>
      judgeFindings({ ...noOtherFacts, at, alwaysOpen: choice.alwaysOpen, lamps: judgedLamps }, choice, rules)
    const lampsOfWeek = lampFollowers.map((follow) => follow(until)).filter(({ isKnown }) => isKnown)
    const known = lampsOfWeek.map(({ fact }) => fact)
    const changed = lampsOfWeek.filter(({ isChanged }) => isChanged).map(({ fact }) => fact)
    const ruleStates = [...judge(known, resultRules.byDay), ...judgeLamps(known, changed, judge)]
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
