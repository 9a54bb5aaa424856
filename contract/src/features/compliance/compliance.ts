import { z } from 'zod'
import type { PlantPermission } from '../../kernel/permissions.ts'
import { count, id, instant } from '../../kernel/primitives.ts'
import { testReasons } from '../emergency-tests/test-run.ts'
import { requiredItems } from '../logbook/completeness.rules.ts'
import { chosenProfile } from './profile.ts'
import { ruleGroups, ruleIds } from './rule-ids.ts'

/** State of a rule. `unknown` is neither met nor not met: missing data prove nothing. */
export const ruleStates = ['met', 'notMet', 'unknown'] as const
export type RuleState = (typeof ruleStates)[number]

/** Maximum evidence rows per rule in an answer; `count` has their full number. */
export const maxEvidencePerRule = 200

/** Kinds of evidence; texts are `evidence.<name>`. */
export const evidenceKinds = [
  'arrivedLater',
  'bothParities',
  'clockUnknown',
  'closeCall',
  'drawingsOld',
  'drift',
  'editionOver',
  'failedAutonomy',
  'failedFunctional',
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
  'noPlanReported',
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

/** Evidence for the state of a rule: one lamp, unit, test or entry. Fields outside its kind are absent. */
export const evidence = z.strictObject({
  what: z.enum(evidenceKinds),
  /** Type and id of the unit, such as `logica_0A1B2C`, and the address of the lamp. */
  cu: z.string().optional(),
  addr: z.int().optional(),
  /** Description or serial of the lamp or unit, and its place. */
  name: z.string().optional(),
  place: z.string().optional(),
  /** Time of the last test, or start of a silence or a fault. */
  at: instant.optional(),
  /** End of a period, from `at` on, in which events may be missing; for drawings, first change after their date. */
  until: instant.optional(),
  /** First day in the plant on which this evidence breaks the rule. */
  since: day.optional(),
  /** Minutes, seconds, hours or days, by kind of evidence, and their limit. */
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

/** Remedies for a rule, each leading to an existing page, with the permission for the work there. */
export const permissionOfRemedy = {
  functionalTest: 'plant.operate',
  autonomyTest: 'plant.operate',
  schedule: 'plant.operate',
  unit: 'plant.operate',
  lamps: 'plant.operate',
  faults: 'plant.operate',
  logbook: 'plant.operate',
  signature: 'logbook.sign',
  panel: 'panel.operate',
} as const satisfies Record<string, PlantPermission>
type Remedy = keyof typeof permissionOfRemedy
const remedies = Object.keys(permissionOfRemedy) as [Remedy, ...Remedy[]]

/** Standard behind a rule. `number` is present only if it was verified in a source. */
export const clause = z.object({ document: z.string(), number: z.string().optional() })

export const judgedRule = z.object({
  rule: z.enum(ruleIds),
  group: z.enum(ruleGroups),
  state: z.enum(ruleStates),
  /** Last day of grace for something missing; from the next day on the rule is not met. */
  due: day.optional(),
  /** First day on which the rule is not met. */
  since: day.optional(),
  /** Limit of the profile in days, hours, minutes, percent or years, depending on the rule. */
  limit: z.number().optional(),
  clauses: z.array(clause),
  remedy: z.enum(remedies),
  /** Total number of evidence rows; `evidence` holds the first. */
  count,
  evidence: z.array(evidence).max(maxEvidencePerRule),
  /** Relevant results received after the judged moment. */
  later: z.array(evidence).max(maxEvidencePerRule),
})
export type JudgedRule = z.infer<typeof judgedRule>

/** Verdict over all rules: not met wins over unknown, and unknown over met. */
export const verdict = z.object({ state: z.enum(ruleStates), notMet: count, unknown: count, met: count, total: count })
export type Verdict = z.infer<typeof verdict>

/** Present number of emergency lamps unable to light or in an unknown state, and of offline units. */
export const presentState = z.object({ inhibited: count, onBattery: count, notReporting: count, unitsOffline: count })
export type PresentState = z.infer<typeof presentState>

/** Compliance of a plant at a moment, as known then. */
export const compliance = z.object({
  at: instant,
  /** Past month whose end is judged; null for now. */
  month: z.string().nullable(),
  timezone: z.string(),
  profile: chosenProfile,
  verdict,
  /** Present state of lamps and units; null for a past month. */
  now: presentState.nullable(),
  /** No lamp has any test result yet. */
  untested: z.boolean(),
  lamps: count,
  rules: z.array(judgedRule),
  /** Rules outside the profile, and rules without a judgement for a past month. */
  notRequired: z.array(z.enum(ruleIds)),
  todayOnly: z.array(z.enum(ruleIds)),
  /** Person responsible for the plant's emergency lighting. */
  responsible: z.string().nullable(),
})
export type Compliance = z.infer<typeof compliance>

/** State at the end of a week, derived from history. */
export const complianceWeek = z.object({
  /** Last day of the week, in the plant. */
  day,
  state: z.enum(ruleStates),
  notMet: z.array(z.enum(ruleIds)),
  unknown: z.array(z.enum(ruleIds)),
})
export type ComplianceWeek = z.infer<typeof complianceWeek>

/** Hours for which an inspector's page is open. */
export const inspectorHours = 24
/** Maximum open inspector's pages of one plant. */
export const maxOpenInspectorLinksPerPlant = 10
/** Maximum ended pages, and visits of each, in the list. */
export const maxListedInspectorLinks = { ended: 50, visits: 50 } as const

export const inspectorLinkStates = ['open', 'expired', 'revoked'] as const

/** Inspector's page for members who may open one. The address is shown once, to its creator. */
export const inspectorLink = z.object({
  id,
  state: z.enum(inspectorLinkStates),
  madeAt: instant,
  madeBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  /** Number of visits, and the times of the newest. */
  visits: count,
  visitedAt: z.array(instant).max(maxListedInspectorLinks.visits),
})
export type InspectorLink = z.infer<typeof inspectorLink>
