import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testReasons } from '../emergency-tests/test-run.ts'
import { requiredItems } from '../logbook/completeness.rules.ts'
import { chosenProfile } from './profile.ts'
import { ruleGroups, ruleIds } from './rule-ids.ts'

/** What can be said of a rule. `unknown` counts as neither of the others: where data is missing nothing is claimed. */
export const ruleStates = ['met', 'notMet', 'unknown'] as const
export type RuleState = (typeof ruleStates)[number]

/** Rows of evidence that an answer names at most for one rule; how many there are stands beside them. */
export const maxEvidencePerRule = 200

/** What a row of evidence says; texts are `evidence.<name>`. */
export const evidenceKinds = [
  'arrivedLater',
  'bothParities',
  'clockUnknown',
  'closeCall',
  'drawingsOld',
  'drift',
  'editionOver',
  'failed',
  'inhibited',
  'itemMissing',
  'lampSilent',
  'lastTest',
  'localTest',
  'longPeriod',
  'longTest',
  'mainsFailure',
  'measured',
  'networkUnsettled',
  'neverTested',
  'noParity',
  'noPlanTold',
  'noRecord',
  'noRatedDuration',
  'noResponsible',
  'noDrawings',
  'noPhotometric',
  'noVisual',
  'oldBattery',
  'oldestRecord',
  'openFault',
  'photometricDue',
  'recordsMissing',
  'restored',
  'shortRatedDuration',
  'silent',
  'testLengthUnknown',
  'timeNotReported',
  'tooSoon',
  'unsigned',
  'visualDue',
  'wrongOffset',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

const day = z.iso.date()

/** One lamp, unit, test or entry behind what is said of a rule. What it does not concern is absent. */
export const evidence = z.strictObject({
  what: z.enum(evidenceKinds),
  /** Type and id of the unit, as in `logica_0A1B2C`, and the address of the lamp in it. */
  cu: z.string().optional(),
  addr: z.int().optional(),
  /** The lamp's description or serial, or the unit's, and where it is. */
  name: z.string().optional(),
  place: z.string().optional(),
  /** When it was: the last test, the begin of a silence or of a fault. */
  at: instant.optional(),
  /** Until when something may be missing that happened from then on. */
  until: instant.optional(),
  /** The day in the plant from which on the rule is not met because of it. */
  since: day.optional(),
  /** Minutes, seconds, hours or days, as `what` says, and what it is measured against. */
  value: z.number().optional(),
  limit: z.number().optional(),
  item: z.enum(requiredItems).optional(),
  /** `2026-10` */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional(),
  reason: z.enum(testReasons).optional(),
})
export type Evidence = z.infer<typeof evidence>

/** What mends a rule; each leads to a page that exists. */
export const remedies = [
  'functionalTest',
  'autonomyTest',
  'schedule',
  'unit',
  'lamps',
  'faults',
  'logbook',
  'panel',
] as const

/** A standard that a rule is of. Its number is here only where a source that names it was seen. */
export const clause = z.object({ document: z.string(), number: z.string().optional() })

export const judgedRule = z.object({
  rule: z.enum(ruleIds),
  group: z.enum(ruleGroups),
  state: z.enum(ruleStates),
  /** Met until the end of this day although something is missing; not met from the next day on. */
  due: day.optional(),
  /** The day from which on it is not met. */
  since: day.optional(),
  /** What the profile asks for, in days, hours, minutes, percent or years as the rule's words say. */
  limit: z.number().optional(),
  clauses: z.array(clause),
  remedy: z.enum(remedies),
  /** Rows of evidence that there are; the first of them follow. */
  count,
  evidence: z.array(evidence).max(maxEvidencePerRule),
  /** Results that speak of it and arrived after the moment that is judged. */
  later: z.array(evidence).max(maxEvidencePerRule),
})
export type JudgedRule = z.infer<typeof judgedRule>

/** What all rules amount to: one that is not met wins over one that is unknown, and both over those that are met. */
export const verdict = z.object({ state: z.enum(ruleStates), notMet: count, unknown: count, met: count, total: count })
export type Verdict = z.infer<typeof verdict>

/** Emergency lamps that would not light or cannot be seen at this moment, and units that are offline. */
export const presentState = z.object({ inhibited: count, onBattery: count, notReporting: count, unitsOffline: count })
export type PresentState = z.infer<typeof presentState>

/** How it stands with a plant at a moment, as it was known then. */
export const compliance = z.object({
  at: instant,
  /** The past month at whose end it is; null for now. */
  month: z.string().nullable(),
  timezone: z.string(),
  profile: chosenProfile,
  verdict,
  /** What is true now beside the verdict; null for a past month. */
  now: presentState.nullable(),
  /** No test of any lamp has found anything yet. */
  untested: z.boolean(),
  lamps: count,
  rules: z.array(judgedRule),
  /** What the profile does not set, or nobody can say of the past. */
  notRequired: z.array(z.enum(ruleIds)),
  todayOnly: z.array(z.enum(ruleIds)),
  /** The person who is named as responsible for the plant's emergency lighting. */
  responsible: z.string().nullable(),
})
export type Compliance = z.infer<typeof compliance>

/** How it stood at the end of a week, counted from history. */
export const complianceWeek = z.object({
  /** Its last day, in the plant. */
  day,
  state: z.enum(ruleStates),
  notMet: z.array(z.enum(ruleIds)),
  unknown: z.array(z.enum(ruleIds)),
})
export type ComplianceWeek = z.infer<typeof complianceWeek>

/** Hours for which an inspector's page can be opened. */
export const inspectorHours = 24
/** Inspector's pages of one plant that are open at a time. */
export const maxOpenInspectorLinksPerPlant = 10
/** Ended ones, and visits of each, that the list shows. */
export const maxListedInspectorLinks = { ended: 50, visits: 50 } as const

export const inspectorLinkStates = ['open', 'expired', 'revoked'] as const

/** An inspector's page as those see it who may open one. The address itself is shown once, to who made it. */
export const inspectorLink = z.object({
  id,
  state: z.enum(inspectorLinkStates),
  madeAt: instant,
  madeBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  /** Visits that there were, and when the newest of them were. */
  visits: count,
  visitedAt: z.array(instant).max(maxListedInspectorLinks.visits),
})
export type InspectorLink = z.infer<typeof inspectorLink>
