import { z } from 'zod'
import { count, id, inputDay, instant, optionalLines, optionalText, text } from '../../kernel/primitives.ts'

/** Scope of a verification: the whole plant at handover, an extension, or only the light five years later. */
export const handoverKinds = ['initial', 'extension', 'repeat'] as const
export type HandoverKind = (typeof handoverKinds)[number]

/** Inspection checklist before handover, after EN 50172 and EN 1838; words are `item.<name>`. */
export const checklistItems = [
  'drawings',
  'signsVisible',
  'luminairePlaces',
  'safetyEquipment',
  'switchover',
  'recharge',
  'inhibition',
  'labels',
  'testSystem',
  'instructions',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

export const checklistAnswers = ['yes', 'no', 'notApplicable'] as const

/** Limits of one verification. Lux from none to full sun. */
export const handoverLimits = {
  measurements: 300,
  name: 120,
  note: 300,
  remarks: 2_000,
  lux: 200_000,
  named: 100,
  listed: 100,
} as const

/** Years until the next light measurement. */
export const lightRepeatYears = 5

export const checklistAnswer = z.strictObject({
  answer: z.enum(checklistAnswers),
  note: optionalText(handoverLimits.note),
})

/** Light measured at one point. Instrument and day are required, because a value proves nothing without them. */
export const measurement = z.strictObject({
  point: text(handoverLimits.name),
  lux: z.number().min(0).max(handoverLimits.lux),
  /** Required light: 1 lx on an escape route, 5 lx at fire-fighting equipment. */
  requiredLux: z.number().gt(0).max(handoverLimits.lux),
  instrument: text(handoverLimits.name),
  /** Day of the measurement, in the plant. */
  on: inputDay,
})
export type Measurement = z.infer<typeof measurement>

/** At most one answer per item; unanswered items are absent. */
const answers = Object.fromEntries(checklistItems.map((item) => [item, checklistAnswer.optional()])) as Record<
  ChecklistItem,
  z.ZodOptional<typeof checklistAnswer>
>

/** Entries of people, possibly incomplete. */
export const handoverDraft = z.strictObject({
  answers: z.strictObject(answers),
  measurements: z.array(measurement).max(handoverLimits.measurements),
  remarks: optionalLines(handoverLimits.remarks),
})
export type HandoverDraft = z.infer<typeof handoverDraft>

/** Result of a lamp's last ended autonomy test. */
const lastAutonomyResult = z.object({
  result: z.enum(['passed', 'failed']),
  at: instant,
  measuredS: z.number().nullable(),
})

/** Emergency lamp of the plant. */
export const installedLamp = z.object({
  cu: z.string(),
  addr: z.int(),
  serial: z.string(),
  name: z.string(),
  place: z.string(),
  ratedMin: z.int().nullable(),
  /** Null without a result, or if the unit's clock was wrong. */
  test: lastAutonomyResult.nullable(),
})
export type InstalledLamp = z.infer<typeof installedLamp>

const installedUnit = z.object({
  /** Topic of the unit, such as `logica_0A1B2C`. */
  cu: z.string(),
  name: z.string(),
  place: z.string(),
  /** All supervised devices, including emergency lamps. */
  devices: count,
})

/** Installed devices with the first full test of each lamp: the present state, or the state at the first signature. */
export const installed = z.object({ units: z.array(installedUnit), lamps: z.array(installedLamp) })
export type Installed = z.infer<typeof installed>

/** Kinds of missing items, which block the signature. */
export const missingKinds = ['lamps', 'untested', 'answer', 'note', 'measurements'] as const
export const missingItem = z.object({
  what: z.enum(missingKinds),
  item: z.enum(checklistItems).optional(),
  /** Number of lamps. */
  count: count.optional(),
})
export type MissingItem = z.infer<typeof missingItem>

/** Kinds of defects. A defect is handed over as such, and remains until it is repaired. */
export const defectKinds = ['lamps', 'answer', 'light'] as const
export const handoverDefect = z.object({
  what: z.enum(defectKinds),
  item: z.enum(checklistItems).optional(),
  count: count.optional(),
  /** For light: index of the measurement in the list, from 0. */
  at: count.optional(),
})
export type HandoverDefect = z.infer<typeof handoverDefect>

/** `unknown` if anything is missing. */
export const handoverVerdicts = ['met', 'notMet', 'unknown'] as const
export type HandoverVerdict = (typeof handoverVerdicts)[number]

export const handoverSides = ['installer', 'owner'] as const
export type HandoverSide = (typeof handoverSides)[number]

export const handoverSignature = z.object({ side: z.enum(handoverSides), name: z.string(), at: instant })

/** Open for entries; half signed and frozen; signed by both sides and final. */
export const handoverStates = ['open', 'halfSigned', 'signed'] as const

/** Verification as lists show it. */
export const handoverLine = z.object({
  id,
  /** Counted from 1 in the plant. */
  no: z.int(),
  kind: z.enum(handoverKinds),
  state: z.enum(handoverStates),
  begunAt: instant,
  begunBy: z.string(),
  /** Installer's signature first. */
  signatures: z.array(handoverSignature).max(handoverSides.length),
})
export type HandoverLine = z.infer<typeof handoverLine>

const lampCount = z.object({ count, lamps: z.array(installedLamp).max(handoverLimits.named) })

/** Complete verification. */
export const handover = handoverLine.extend({
  version: count,
  draft: handoverDraft,
  units: z.array(installedUnit.extend({ emergency: count, passed: count, failed: count, untested: count })),
  /** Rated durations of the emergency lamps in minutes, with the number of lamps; null if not reported. */
  rated: z.array(z.object({ minutes: z.int().nullable(), count })),
  lamps: count,
  passed: count,
  failed: lampCount,
  untested: lampCount,
  verdict: z.enum(handoverVerdicts),
  missing: z.array(missingItem),
  defects: z.array(handoverDefect),
  /** SHA-256 digest of the content to sign. */
  digest: z.string(),
})
export type Handover = z.infer<typeof handover>
