import type {
  Compliance,
  Evidence,
  EvidenceKind,
  JudgedRule,
} from '@vigilux/contract/features/compliance/compliance.ts'
import type { Facts } from '@vigilux/contract/features/compliance/facts.ts'
import { isUntested, judgeRules, rulesOf, verdictOf } from '@vigilux/contract/features/compliance/judge.rules.ts'
import type { ProfileChoice } from '@vigilux/contract/features/compliance/profile.ts'
import {
  defaultProfileChoice,
  documentsOf,
  lastDayOfEdition,
} from '@vigilux/contract/features/compliance/profiles.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { DevicePort } from '../../ports/device.ts'
import type { PlantRow } from '../plants/index.ts'
import { collectFacts } from './collect-facts.ts'
import { findProfileChoice } from './profiles.store.ts'

/** The compliance profile of a plant: the chosen one, or its country's. */
export const readProfileChoice = async (
  tx: Tx,
  { id, country }: Pick<PlantRow, 'id' | 'country'>,
): Promise<{ choice: ProfileChoice; byDefault: boolean }> => {
  const profileChoice = await findProfileChoice(tx, id)
  return { choice: profileChoice ?? defaultProfileChoice(country), byDefault: profileChoice === undefined }
}

/** The last moment of a month in the plant. */
export const endOfMonth = (month: string, timezone: string): Date => {
  const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 })
  return new Date(next.toZonedDateTime(timezone).epochMilliseconds - 1)
}

/** Evidence about the present, whatever its date: the last result of a lamp, and continuing states. */
const presentEvidence: readonly EvidenceKind[] = [
  ...([
    'closeCall',
    'failedAutonomy',
    'failedFunctional',
    'inhibited',
    'lampSilent',
    'lastTest',
    'measured',
    'neverTested',
    'timeNotReported',
  ] as const),
  ...(['oldBattery', 'openFault', 'silent', 'clockUnknown', 'editionOver'] as const),
]

/** Hides evidence older than the history readable by the plant; the rule, its state and the number of rows stay. */
const hideOldRows = (rule: JudgedRule, start: Date, isPast: boolean): JudgedRule => {
  const isOpen = ({ what: evidenceType, at }: Evidence) =>
    at === undefined || at >= start.toISOString() || (!isPast && presentEvidence.includes(evidenceType))
  return { ...rule, evidence: rule.evidence.filter(isOpen), later: rule.later.filter(isOpen) }
}

type JudgeQuery = { at: Date; month: string | null; historyStart: Date | null; types: DevicePort['types'] }

/** The compliance of a plant at a moment, as known then. */
export const judgePlant = async (tx: Tx, plant: PlantRow, query: JudgeQuery): Promise<Compliance> =>
  (await judgeFacts(tx, plant, query)).compliance

/** The compliance of a plant, and the underlying facts. */
export const judgeFacts = async (
  tx: Tx,
  plant: PlantRow,
  query: JudgeQuery,
): Promise<{ facts: Facts; compliance: Compliance }> => {
  const { at, month, historyStart, types } = query
  const { timezone } = plant
  const isPast = month !== null
  const { choice, byDefault } = await readProfileChoice(tx, plant)
  const facts = await collectFacts(tx, plant.id, { at, isPast, timezone, alwaysOpen: choice.alwaysOpen, types })
  const { required: requiredRules, notRequired, todayOnly } = rulesOf(choice, isPast)
  const rules = judgeRules(facts, choice, requiredRules)
  const compliance = {
    at: at.toISOString(),
    month,
    timezone,
    notRequired,
    todayOnly,
    profile: { ...choice, byDefault, documents: documentsOf(choice), lastDay: lastDayOfEdition(choice.edition) },
    verdict: verdictOf(rules),
    now: facts.present,
    untested: isUntested(facts),
    lamps: facts.lamps.length,
    rules: historyStart ? rules.map((rule) => hideOldRows(rule, historyStart, isPast)) : rules,
    responsible: facts.logbook?.responsible ?? null,
  }
  return { facts, compliance }
}
