import { batteriesWithinLifetime, lastAutonomySufficient, ratedDurationSufficient } from './batteries.rules.ts'
import { type Evidence, type JudgedRule, maxEvidencePerRule, type Verdict } from './compliance.ts'
import { alternateTests, chargedBeforeTest, paritiesKnown, secondHalfAfterRecharge } from './discharges.rules.ts'
import type { Facts } from './facts.ts'
import { allAnswering, mainsFailuresRecorded, notInhibited, repairedInTime } from './faults.rules.ts'
import { type Finding, lampEvidence, type Rule } from './finding.ts'
import { inspectedInTime, itemsComplete, monthSigned, recordsRetained, responsibleNamed } from './logbook.rules.ts'
import { dayOfDate } from './plant-day.ts'
import type { ProfileChoice, ProfileLimits } from './profile.ts'
import { clausesOf, lastDayOfEdition, limitsOf } from './profiles.rules.ts'
import { groupOfRule, type RuleId, ruleIds } from './rule-ids.ts'
import { clocksAccurate, networkSearchComplete, testIntervalsAllowed, zoneOffsetsMatch } from './settings.rules.ts'
import {
  autonomyInTime,
  firstTestInTime,
  functionalInTime,
  lastTestsPassed,
  localTestsMarked,
  shortFunctionalTest,
} from './tests.rules.ts'

const rules: Record<RuleId, { judge: Rule; remedy: JudgedRule['remedy'] }> = {
  R1: { judge: functionalInTime, remedy: 'functionalTest' },
  R2: { judge: autonomyInTime, remedy: 'autonomyTest' },
  R3: { judge: firstTestInTime, remedy: 'autonomyTest' },
  R4: { judge: chargedBeforeTest, remedy: 'autonomyTest' },
  R5: { judge: alternateTests, remedy: 'autonomyTest' },
  R6: { judge: secondHalfAfterRecharge, remedy: 'autonomyTest' },
  R7: { judge: paritiesKnown, remedy: 'lamps' },
  R8: { judge: networkSearchComplete, remedy: 'unit' },
  R9: { judge: lastTestsPassed, remedy: 'faults' },
  R10: { judge: allAnswering, remedy: 'unit' },
  R11: { judge: repairedInTime, remedy: 'faults' },
  R12: { judge: notInhibited, remedy: 'panel' },
  R13: { judge: itemsComplete, remedy: 'logbook' },
  R14: { judge: monthSigned, remedy: 'signature' },
  R15: { judge: inspectedInTime, remedy: 'logbook' },
  R16: { judge: responsibleNamed, remedy: 'logbook' },
  R17: { judge: recordsRetained, remedy: 'logbook' },
  R18: { judge: shortFunctionalTest, remedy: 'lamps' },
  R19: { judge: ratedDurationSufficient, remedy: 'lamps' },
  R20: { judge: testIntervalsAllowed, remedy: 'schedule' },
  R21: { judge: batteriesWithinLifetime, remedy: 'faults' },
  R22: { judge: lastAutonomySufficient, remedy: 'faults' },
  R23: { judge: clocksAccurate, remedy: 'unit' },
  R24: { judge: zoneOffsetsMatch, remedy: 'schedule' },
  R25: { judge: localTestsMarked, remedy: 'functionalTest' },
  R26: { judge: mainsFailuresRecorded, remedy: 'faults' },
}

/** Rules about the present state without history, which cannot be judged for a past month. */
const presentOnlyRules: readonly RuleId[] = ['R7', 'R8', 'R10', 'R19', 'R20', 'R23', 'R24']

const isRequired = (rule: RuleId, { alwaysOpen }: ProfileChoice, limits: ProfileLimits): boolean => {
  if (rule === 'R5' || rule === 'R6' || rule === 'R7') return alwaysOpen
  if (rule === 'R15') return limits.visualDays !== null || limits.photometricDays !== null
  if (rule === 'R17') return limits.retentionYears !== null
  return rule !== 'R18' || limits.functionShare !== null
}

/** Rules of a profile: required, not required, and without a judgement for a past month. */
export const rulesOf = (choice: ProfileChoice, forPastMonth: boolean) => {
  const limits = limitsOf(choice)
  const required = ruleIds.filter((rule) => isRequired(rule, choice, limits))
  const presentOnly = forPastMonth ? required.filter((rule) => presentOnlyRules.includes(rule)) : []
  return {
    required: required.filter((rule) => !presentOnly.includes(rule)),
    notRequired: ruleIds.filter((rule) => !required.includes(rule)),
    todayOnly: presentOnly,
  }
}

/** Rules on test results only: those by the day, and those by each lamp alone, whatever the day. */
export const resultRules = { byDay: ['R1', 'R2', 'R3'], byLamp: ['R9', 'R22'] } as const satisfies Record<
  string,
  RuleId[]
>
const allResultRules: readonly RuleId[] = [...resultRules.byDay, ...resultRules.byLamp]

/** Results of the rule from before the moment, received after it. */
const listLateResults = (rule: RuleId, { lamps }: Facts): Evidence[] => {
  if (!allResultRules.includes(rule)) return []
  const isRelevantKind = (kind: string) => rule === 'R1' || rule === 'R9' || kind === 'autonomy'
  return lamps.flatMap((lamp) =>
    lamp.later
      .filter(({ kind }) => isRelevantKind(kind))
      .map(({ at }) => ({ ...lampEvidence(lamp), what: 'arrivedLater' as const, at: at.at })),
  )
}

/** After the last day of an edition, a met rule becomes unknown, because the edition no longer applies. */
const limitToEdition = (found: Finding, { at }: Facts, { edition }: ProfileChoice): Finding => {
  const lastDay = lastDayOfEdition(edition)
  if (found.state !== 'met' || lastDay === null || at.day <= dayOfDate(lastDay)) return found
  const { due: _, evidence, ...rest } = found
  return { ...rest, state: 'unknown', evidence: [{ what: 'editionOver', at: `${lastDay}T12:00:00.000Z` }, ...evidence] }
}

/** Without emergency lamps every rule is unknown. */
const judgeUnlessEmpty = (rule: Rule, facts: Facts, limits: ProfileLimits): Finding =>
  facts.lamps.length === 0 ? { state: 'unknown', evidence: [] } : rule(facts, limits)

const judgeRule = (rule: RuleId, facts: Facts, choice: ProfileChoice, limits: ProfileLimits): Finding =>
  limitToEdition(judgeUnlessEmpty(rules[rule].judge, facts, limits), facts, choice)

/** Judges the given rules, with all of their evidence. */
export const judgeFindings = (facts: Facts, choice: ProfileChoice, ruleIdsToJudge: readonly RuleId[]) => {
  const limits = limitsOf(choice)
  return ruleIdsToJudge.map((rule) => {
    const { state, evidence } = judgeRule(rule, facts, choice, limits)
    return { rule, state, evidence }
  })
}

/** Judges the given rules by the facts. */
export const judgeRules = (facts: Facts, choice: ProfileChoice, ruleIdsToJudge: readonly RuleId[]): JudgedRule[] => {
  const limits = limitsOf(choice)
  return ruleIdsToJudge.map((rule) => {
    const { remedy } = rules[rule]
    const { evidence, ...found } = judgeRule(rule, facts, choice, limits)
    const limitedEvidence = {
      count: evidence.length,
      evidence: evidence.slice(0, maxEvidencePerRule),
      later: listLateResults(rule, facts).slice(0, maxEvidencePerRule),
    }
    return { rule, group: groupOfRule[rule], ...found, clauses: clausesOf(choice, rule), remedy, ...limitedEvidence }
  })
}

/** Verdict over rules: not met wins over unknown; met requires all rules to be met. */
export const verdictOf = (judgedRules: readonly Pick<JudgedRule, 'state'>[]): Verdict => {
  const count = (state: JudgedRule['state']) => judgedRules.filter((one) => one.state === state).length
  const [notMet, unknown, met] = [count('notMet'), count('unknown'), count('met')]
  const stateIfAllMet = unknown > 0 || judgedRules.length === 0 ? 'unknown' : 'met'
  return { state: notMet > 0 ? 'notMet' : stateIfAllMet, notMet, unknown, met, total: judgedRules.length }
}

/** Whether no lamp has any test result. */
export const isUntested = ({ lamps }: Facts): boolean =>
  !lamps.some(({ functional, autonomy }) => functional ?? autonomy)
