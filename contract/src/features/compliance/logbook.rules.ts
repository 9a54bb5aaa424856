import type { Evidence } from './compliance.ts'
import type { Facts, GapFact, LogbookFacts, Moment } from './facts.ts'
import { createFinding, type Finding, type Rule } from './finding.ts'
import { dateOfDay, firstOfMonth, monthOfDay, yearsLater } from './plant-day.ts'
import type { ProfileLimits } from './profile.ts'

type MissingItem = { evidence: Evidence; due: number }

/** Missing items have days of grace: met with a warning until then, not met afterwards. */
const allowGrace = ({ at }: Facts, missing: MissingItem[], limit?: number, unknown: Evidence[] = []): Finding =>
  createFinding({
    unknown,
    notMet: missing
      .filter(({ due }) => at.day > due)
      .map(({ evidence, due }) => ({ ...evidence, since: dateOfDay(due + 1) })),
    late: missing.filter(({ due }) => at.day <= due),
    limit,
  })

type LogbookRule = (facts: Facts & { logbook: LogbookFacts; since: Moment }, limits: ProfileLimits) => Finding

/** Rules about the logbook are unknown if the logbook cannot be read. */
const createLogbookRule =
  (rule: LogbookRule): Rule =>
  (facts, limits) => {
    const { logbook, since } = facts
    return logbook && since ? rule({ ...facts, logbook, since }, limits) : { state: 'unknown', evidence: [] }
  }

const gapEvidence = (gap: GapFact): Evidence =>
  gap.what === 'restored'
    ? { what: gap.what, at: gap.at.at, until: gap.until.at }
    : { what: gap.what, cu: gap.cu, name: gap.name, at: gap.at.at, value: gap.count }

/** Gaps within the retention years of the profile; by default within one year, in which every test is due. */
const listOpenGaps = ({ at, gaps }: Facts, { retentionYears }: ProfileLimits): Evidence[] => {
  const since = yearsLater(at.day, -(retentionYears ?? 1))
  return gaps.filter((gap) => gap.at.day >= since).map(gapEvidence)
}

/**
 * R13: the logbook has the six items of EN 50172. An item is missing since the date of its defect or alteration; the
 * content of a gap is unknown.
 */
export const itemsComplete = createLogbookRule((facts, limits) => {
  const { paperGraceDays } = limits
  const missing = facts.logbook.missing.map(({ item, since }): MissingItem => {
    const start = since ?? facts.since
    const at = since ? { at: since.at } : {}
    return { evidence: { what: 'itemMissing', item, ...at }, due: start.day + paperGraceDays }
  })
  return allowGrace(facts, missing, paperGraceDays, listOpenGaps(facts, limits))
})

type SignatureFacts = { today: number; since: Moment; signedMonths: readonly string[] }

/** Last month of the plant without a signature, and the last day in time to sign it; null if it needs none. */
export const unsignedMonth = (
  { today, since, signedMonths }: SignatureFacts,
  { paperGraceDays }: Pick<ProfileLimits, 'paperGraceDays'>,
): { month: string; due: number } | null => {
  const monthStart = firstOfMonth(today)
  const month = monthOfDay(monthStart - 1)
  if (since.day >= monthStart || signedMonths.includes(month)) return null
  return { month, due: monthStart - 1 + paperGraceDays }
}

/** Next month to sign: the last one, or the current one from its end on. */
export const nextSignature = (
  facts: SignatureFacts,
  limits: Pick<ProfileLimits, 'paperGraceDays'>,
): { month: string; due: number } | null => {
  // No month is longer than 31 days, so this day is in the next month.
  const dayOfNextMonth = firstOfMonth(facts.today) + 31
  return unsignedMonth(facts, limits) ?? unsignedMonth({ ...facts, today: dayOfNextMonth }, limits)
}

/** R14: the responsible person has signed the last month. */
export const monthSigned = createLogbookRule((facts, limits) => {
  const { at, logbook, since } = facts
  const unsigned = unsignedMonth({ today: at.day, since, signedMonths: logbook.signedMonths }, limits)
  const missing = unsigned
    ? [{ evidence: { what: 'unsigned' as const, month: unsigned.month }, due: unsigned.due }]
    : []
  return allowGrace(facts, missing, limits.paperGraceDays)
})

/** R15: lamps were inspected and their light measured at the intervals of the edition. */
export const inspectedInTime = createLogbookRule((facts, { visualDays, photometricDays }) => {
  const { logbook, since } = facts
  const due = (
    last: Moment | null,
    days: number | null,
    neverDone: Evidence['what'],
    overdue: Evidence['what'],
  ): MissingItem[] => {
    if (days === null) return []
    const start = last ?? since
    const until = start.day + days
    // Warn before the due day only about an item without any date.
    if (last && facts.at.day <= until) return []
    return [{ evidence: { what: last ? overdue : neverDone, at: start.at }, due: until }]
  }
  return allowGrace(facts, [
    ...due(logbook.visual, visualDays, 'noVisual', 'visualDue'),
    ...due(logbook.photometric, photometricDays, 'noPhotometric', 'photometricDue'),
  ])
})

/** R16: a responsible person is named, and the drawings show every change of the installation. */
export const responsibleNamed = createLogbookRule((facts, { paperGraceDays }) => {
  const { logbook, since } = facts
  const missing: MissingItem[] = []
  if (logbook.responsible === null)
    missing.push({ evidence: { what: 'noResponsible' }, due: since.day + paperGraceDays })
  const { drawings, undrawnSince } = logbook
  if (!drawings) missing.push({ evidence: { what: 'noDrawings' }, due: since.day + paperGraceDays })
  else if (undrawnSince)
    missing.push({
      evidence: { what: 'drawingsOld', at: drawings.at, until: undrawnSince.at },
      due: undrawnSince.day + paperGraceDays,
    })
  return allowGrace(facts, missing, paperGraceDays)
})

/**
 * R17: records are available for the years required by the profile. The platform never removes any; but if a plant was
 * commissioned long before its first recorded test, earlier records may or may not exist elsewhere.
 */
export const recordsRetained: Rule = ({ at, oldestRecord, logbook }, { retentionYears, firstTestDays }) => {
  const years = retentionYears ?? 0
  const limit = retentionYears === null ? {} : { limit: years }
  if (!oldestRecord) return createFinding({ unknown: [{ what: 'noRecord' }], ...limit })
  const retentionStart = yearsLater(at.day, -years)
  const recordsStart = Math.max(logbook?.commissioned?.day ?? oldestRecord.day, retentionStart)
  const row: Evidence = { what: 'oldestRecord', at: oldestRecord.at }
  return createFinding({
    ...(oldestRecord.day - recordsStart > firstTestDays ? { unknown: [row] } : { shown: [row] }),
    ...limit,
  })
}
