import { batteriesInLife, lastedLongEnough, ratedEnough } from './batteries.rules.ts'
import { type Evidence, evidencePerRule, type JudgedRule, type Verdict } from './compliance.ts'
import { alternateTests, chargedBefore, paritiesKnown, secondHalfLater } from './discharges.rules.ts'
import type { Facts } from './facts.ts'
import { answering, mainsRecorded, notInhibited, repairedInTime } from './faults.rules.ts'
import { type Finding, ofLamp, type Rule } from './finding.ts'
import { itemsComplete, lookedAt, monthSigned, recordsKept, responsibleNamed } from './logbook.rules.ts'
import { dayOfDate } from './plant-day.ts'
import type { ProfileChoice, ProfileLimits } from './profile.ts'
import { clausesOf, lastDayOf, limitsOf } from './profiles.rules.ts'
import { groupOfRule, type RuleId, ruleIds } from './rule-ids.ts'
import { clocksRight, datesInZone, networkSettled, plannedOften } from './settings.rules.ts'
import {
  autonomyInTime,
  firstTest,
  functionalInTime,
  lastPassed,
  localTestsMarked,
  shortFunctionalTest,
} from './tests.rules.ts'

const rules: Record<RuleId, { judge: Rule; remedy: JudgedRule['remedy'] }> = {
  R1: { judge: functionalInTime, remedy: 'functionalTest' },
  R2: { judge: autonomyInTime, remedy: 'autonomyTest' },
  R3: { judge: firstTest, remedy: 'autonomyTest' },
  R4: { judge: chargedBefore, remedy: 'autonomyTest' },
  R5: { judge: alternateTests, remedy: 'autonomyTest' },
  R6: { judge: secondHalfLater, remedy: 'autonomyTest' },
  R7: { judge: paritiesKnown, remedy: 'lamps' },
  R8: { judge: networkSettled, remedy: 'unit' },
  R9: { judge: lastPassed, remedy: 'faults' },
  R10: { judge: answering, remedy: 'unit' },
  R11: { judge: repairedInTime, remedy: 'faults' },
  R12: { judge: notInhibited, remedy: 'panel' },
  R13: { judge: itemsComplete, remedy: 'logbook' },
  R14: { judge: monthSigned, remedy: 'logbook' },
  R15: { judge: lookedAt, remedy: 'logbook' },
  R16: { judge: responsibleNamed, remedy: 'logbook' },
  R17: { judge: recordsKept, remedy: 'logbook' },
  R18: { judge: shortFunctionalTest, remedy: 'lamps' },
  R19: { judge: ratedEnough, remedy: 'lamps' },
  R20: { judge: plannedOften, remedy: 'schedule' },
  R21: { judge: batteriesInLife, remedy: 'faults' },
  R22: { judge: lastedLongEnough, remedy: 'faults' },
  R23: { judge: clocksRight, remedy: 'unit' },
  R24: { judge: datesInZone, remedy: 'schedule' },
  R25: { judge: localTestsMarked, remedy: 'functionalTest' },
  R26: { judge: mainsRecorded, remedy: 'faults' },
}

/** Rules of what stands now and is not kept: of a past month nobody can say. */
const todayOnly: readonly RuleId[] = ['R7', 'R8', 'R10', 'R19', 'R20', 'R23', 'R24']

/** Whether a profile asks for a rule. */
const isRequired = (rule: RuleId, { alwaysOpen }: ProfileChoice, limits: ProfileLimits): boolean => {
  if (rule === 'R5' || rule === 'R6' || rule === 'R7') return alwaysOpen
  if (rule === 'R15') return limits.visualDays !== null || limits.photometricDays !== null
  if (rule === 'R17') return limits.retentionYears !== null
  return rule !== 'R18' || limits.functionShare !== null
}

/** The rules that a profile asks for, and those that it does not; of a past month what only today can say stands apart. */
export const rulesOf = (choice: ProfileChoice, isPast: boolean) => {
  const limits = limitsOf(choice)
  const required = ruleIds.filter((rule) => isRequired(rule, choice, limits))
  const only = isPast ? required.filter((rule) => todayOnly.includes(rule)) : []
  return {
    required: required.filter((rule) => !only.includes(rule)),
    notRequired: ruleIds.filter((rule) => !required.includes(rule)),
    todayOnly: only,
  }
}

const ofResults: readonly RuleId[] = ['R1', 'R2', 'R3', 'R9', 'R22']

/** Results of before the moment that arrived after it, as far as the rule would have looked at them. */
const laterOf = (rule: RuleId, { lamps }: Facts): Evidence[] => {
  if (!ofResults.includes(rule)) return []
  const isAbout = (kind: string) => rule === 'R1' || rule === 'R9' || kind === 'autonomy'
  return lamps.flatMap((lamp) =>
    lamp.later
      .filter(({ kind }) => isAbout(kind))
      .map(({ at }) => ({ ...ofLamp(lamp), what: 'arrivedLater' as const, at: at.at })),
  )
}

/** After the last day of an edition its rules say nothing about today: what was met is unknown. */
const inForce = (found: Finding, { at }: Facts, { edition }: ProfileChoice): Finding => {
  const lastDay = lastDayOf(edition)
  if (found.state !== 'met' || lastDay === null || at.day <= dayOfDate(lastDay)) return found
  const { due: _, evidence, ...rest } = found
  return { ...rest, state: 'unknown', evidence: [{ what: 'editionOver', at: `${lastDay}T12:00:00.000Z` }, ...evidence] }
}

/** Of a plant without emergency lamps nothing can be known, whatever else is there. */
const find = (judge: Rule, facts: Facts, limits: ProfileLimits): Finding =>
  facts.lamps.length === 0 ? { state: 'unknown', evidence: [] } : judge(facts, limits)

/** Judges these rules by the facts. */
export const judgeRules = (facts: Facts, choice: ProfileChoice, which: readonly RuleId[]): JudgedRule[] => {
  const limits = limitsOf(choice)
  return which.map((rule) => {
    const { judge, remedy } = rules[rule]
    const { evidence, ...found } = inForce(find(judge, facts, limits), facts, choice)
    const named = {
      count: evidence.length,
      evidence: evidence.slice(0, evidencePerRule),
      later: laterOf(rule, facts).slice(0, evidencePerRule),
    }
    return { rule, group: groupOfRule[rule], ...found, clauses: clausesOf(choice, rule), remedy, ...named }
  })
}

/** One that is not met wins over one that is unknown: a plant is only ever met when all of them are. */
export const verdictOf = (judged: readonly Pick<JudgedRule, 'state'>[]): Verdict => {
  const count = (state: JudgedRule['state']) => judged.filter((one) => one.state === state).length
  const [notMet, unknown, met] = [count('notMet'), count('unknown'), count('met')]
  const rest = unknown > 0 || judged.length === 0 ? 'unknown' : 'met'
  return { state: notMet > 0 ? 'notMet' : rest, notMet, unknown, met, total: judged.length }
}

/** Whether no test has found anything of any lamp. */
export const isUntested = ({ lamps }: Facts): boolean =>
  !lamps.some(({ functional, autonomy }) => functional ?? autonomy)
