import { z } from 'zod'
import { count, id, inputDay, instant, optionalLines, optionalText, text } from '../../kernel/primitives.ts'

/** What a verification is of: the whole plant when it is handed over, what was added to it, or its light alone, five years later. */
export const handoverKinds = ['initial', 'extension', 'repeat'] as const
export type HandoverKind = (typeof handoverKinds)[number]

/** What people look at before a plant is handed over, after EN 50172 and EN 1838; words are `item.<name>`. */
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

/** How much one verification holds. Lux from none to full sun. */
export const handoverLimits = {
  measurements: 300,
  name: 120,
  note: 300,
  remarks: 2_000,
  lux: 200_000,
  named: 100,
  listed: 100,
} as const

/** Years after which the light is measured again. */
export const lightRepeatYears = 5

export const checklistAnswer = z.strictObject({
  answer: z.enum(checklistAnswers),
  note: optionalText(handoverLimits.note),
})

/** Light measured at one point. Nothing is worth anything without the instrument and the day. */
export const measurement = z.strictObject({
  point: text(handoverLimits.name),
  lux: z.number().min(0).max(handoverLimits.lux),
  /** What is asked for there: 1 lx on an escape route, 5 lx at fire-fighting equipment. */
  requiredLux: z.number().gt(0).max(handoverLimits.lux),
  instrument: text(handoverLimits.name),
  /** The day of the measurement, in the plant. */
  on: inputDay,
})
export type Measurement = z.infer<typeof measurement>

/** Of each question at most one answer; what nobody has answered is absent. */
const answers = Object.fromEntries(checklistItems.map((item) => [item, checklistAnswer.optional()])) as Record<
  ChecklistItem,
  z.ZodOptional<typeof checklistAnswer>
>

/** What people fill in, as far as they have come. */
export const handoverDraft = z.strictObject({
  answers: z.strictObject(answers),
  measurements: z.array(measurement).max(handoverLimits.measurements),
  remarks: optionalLines(handoverLimits.remarks),
})
export type HandoverDraft = z.infer<typeof handoverDraft>

/** What the last autonomy test that ended found of a lamp. */
const lastAutonomyResult = z.object({
  result: z.enum(['passed', 'failed']),
  at: instant,
  measuredS: z.number().nullable(),
})

/** An emergency lamp of the plant. */
export const installedLamp = z.object({
  cu: z.string(),
  addr: z.int(),
  serial: z.string(),
  name: z.string(),
  place: z.string(),
  ratedMin: z.int().nullable(),
  /** Null where no autonomy test has come to a result, or the unit's clock was wrong. */
  test: lastAutonomyResult.nullable(),
})
export type InstalledLamp = z.infer<typeof installedLamp>

const installedUnit = z.object({
  /** Topic of the unit, as `logica_0A1B2C`. */
  cu: z.string(),
  name: z.string(),
  place: z.string(),
  /** Everything that it supervises; its emergency lamps are among them. */
  devices: count,
})

/** What is installed, with the first full test of each lamp: as it stands now, or as it stood when the first side signed. */
export const installed = z.object({ units: z.array(installedUnit), lamps: z.array(installedLamp) })
export type Installed = z.infer<typeof installed>

/** What is still to be done or said before anybody can sign. */
export const missingKinds = ['lamps', 'untested', 'answer', 'note', 'measurements'] as const
export const missingItem = z.object({
  what: z.enum(missingKinds),
  item: z.enum(checklistItems).optional(),
  /** How many lamps. */
  count: count.optional(),
})
export type MissingItem = z.infer<typeof missingItem>

/** What was looked at and is not as it should be. It is handed over as a defect, and stays one until it is mended. */
export const defectKinds = ['lamps', 'answer', 'light'] as const
export const handoverDefect = z.object({
  what: z.enum(defectKinds),
  item: z.enum(checklistItems).optional(),
  count: count.optional(),
  /** Of light: the place of the measurement in the list, from 0. */
  at: count.optional(),
})
export type HandoverDefect = z.infer<typeof handoverDefect>

/** `unknown` where anything is missing: then nothing is claimed. */
export const handoverVerdicts = ['met', 'notMet', 'unknown'] as const
export type HandoverVerdict = (typeof handoverVerdicts)[number]

export const handoverSides = ['installer', 'owner'] as const
export type HandoverSide = (typeof handoverSides)[number]

export const handoverSignature = z.object({ side: z.enum(handoverSides), name: z.string(), at: instant })

/** Open to be filled in; half signed, and no longer to be changed; signed by both sides, for ever. */
export const handoverStates = ['open', 'halfSigned', 'signed'] as const

/** A verification as lists show it. */
export const handoverLine = z.object({
  id,
  /** Counted from 1 in the plant. */
  no: z.int(),
  kind: z.enum(handoverKinds),
  state: z.enum(handoverStates),
  begunAt: instant,
  begunBy: z.string(),
  /** The installer's first. */
  signatures: z.array(handoverSignature).max(handoverSides.length),
})
export type HandoverLine = z.infer<typeof handoverLine>

const countedLamps = z.object({ count, lamps: z.array(installedLamp).max(handoverLimits.named) })

/** One verification, whole. */
export const handover = handoverLine.extend({
  version: count,
  draft: handoverDraft,
  units: z.array(installedUnit.extend({ emergency: count, passed: count, failed: count, untested: count })),
  /** Rated durations of the emergency lamps in minutes, with how many have each; null where the lamps do not tell. */
  rated: z.array(z.object({ minutes: z.int().nullable(), count })),
  lamps: count,
  passed: count,
  failed: countedLamps,
  untested: countedLamps,
  verdict: z.enum(handoverVerdicts),
  missing: z.array(missingItem),
  defects: z.array(handoverDefect),
  /** SHA-256 over everything that is signed: who signs, signs this. */
  digest: z.string(),
})
export type Handover = z.infer<typeof handover>
