import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'
import { type TestRun, testKinds, testTriggers } from '../emergency-tests/test-run.ts'
import { unitEntryKinds } from './unit-entry.ts'

/** What units report by records, as they reported it. */
export const reportedKinds = [
  'mainsFailed',
  'mainsRestored',
  'lampFault',
  'lampFaultCleared',
  'unitFault',
  'unitFaultCleared',
] as const

/** What the platform notices about the logbook itself. */
export const gapKinds = [
  /** The installation was restored: what happened since its backup may be missing. Numbers go on in a new epoch. */
  'restored',
  /** Numbers are missing among the records of a unit. */
  'recordsMissing',
  /** Those that were missing came after all. */
  'recordsRecovered',
] as const

/** What was done with the lighting by intent. */
export const operatedKinds = ['inhibited', 'inhibitionEnded', 'configurationChanged'] as const

/** What people look at, from every day to every five years. */
export const inspectionKinds = [
  'inspectionDaily',
  'inspectionMonthly',
  'inspectionYearly',
  'inspectionVisual',
  'inspectionPhotometric',
  'inspectionExpert',
] as const

/** What people write, in the words of EN 50172: see `docs/protocol/logbook-export.md`. */
export const personKinds = [
  ...inspectionKinds,
  'service',
  'defect',
  'remedy',
  'alteration',
  'drill',
  'certificate',
  'drawings',
  'automaticTester',
  'responsiblePerson',
] as const
export type PersonKind = (typeof personKinds)[number]

/** Every kind of entry in the logbook of a plant. What was once written is never taken from the list. */
export const entryKinds = [
  ...unitEntryKinds,
  ...reportedKinds,
  'testEnded',
  ...operatedKinds,
  ...gapKinds,
  ...personKinds,
  /** What somebody did about a fault, on a round. */
  'repair',
  /** The responsible person has signed a month, up to an entry. */
  'signature',
  /** Somebody has signed a verification of the plant for one of the two sides. */
  'handoverSigned',
  /** What somebody adds to another entry. */
  'note',
  /** A picture of what another entry is about. */
  'photo',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What an entry of a test, an inspection or a fault comes to. */
export const entryResults = ['passed', 'failed', 'incomplete'] as const
export type EntryResult = (typeof entryResults)[number]

const nothing = z.object({})
/** A code as the unit's type has it; what a newer release knows is read by an older one too. */
const code = line(80)
/** How a check by people came out; `failed` where something is to be mended. */
const checked = z.object({ result: z.enum(['passed', 'failed']).nullable() })
const day = z.iso.date()
/** Records of one start of a unit, by their numbers in it: the first and the last that are meant, and how many. */
const recordRange = z.object({ boot: z.int(), first: z.int(), last: z.int(), count: z.int() })

/** A calendar month, `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const endedTest = z.object({
  test: z.enum(testKinds),
  trigger: z.enum(testTriggers),
  state: z.enum(['finished', 'stopped']),
  reason: code.nullable(),
  startedAt: instant.nullable(),
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  notExecuted: z.int(),
  result: z.enum(entryResults),
  /** SHA-256 over the results, lamp by lamp, so that these cannot change unnoticed either. */
  digest: z.string().nullable(),
})
export type EndedTest = z.infer<typeof endedTest>

export const certificateOf = ['commissioning', 'alteration', 'periodic'] as const

/** The facts of an entry beside time, place and text, by its kind. Fields are only ever added, and then optional. */
export const entryFacts = {
  unitEnrolled: nothing,
  unitReset: nothing,
  unitStranger: nothing,
  unitStrangerRefused: nothing,
  unitReplaced: nothing,
  unitRemoved: nothing,
  testEndedByRemoval: nothing,
  mainsFailed: nothing,
  mainsRestored: nothing,
  lampFault: z.object({ error: code }),
  /** `because` where nothing was mended: the lamp was removed. */
  lampFaultCleared: z.object({ error: code, because: code.optional() }),
  unitFault: z.object({ error: code }),
  unitFaultCleared: z.object({ error: code }),
  testEnded: endedTest,
  inhibited: z.object({ minutes: z.int().nullable() }),
  /** Why it ended; nothing of entries from before units said so. */
  inhibitionEnded: z.object({ because: code.optional() }),
  /** What a person had a unit change, by the name of the command or of the operation: how it ended, and how many lamps it was of. */
  configurationChanged: z.object({
    change: code,
    state: z.enum(['done', 'interrupted', 'cancelled']),
    lamps: z.int(),
  }),
  /** The number before the gap, 0 for none, and until when everything is there. */
  restored: z.object({ after: z.int(), wholeUntil: instant }),
  recordsMissing: recordRange,
  recordsRecovered: recordRange,
  inspectionDaily: checked,
  inspectionMonthly: checked,
  inspectionYearly: checked,
  inspectionVisual: checked,
  inspectionPhotometric: checked,
  inspectionExpert: checked,
  service: nothing,
  defect: nothing,
  /** Of a fault that a test or the unit's report has shown to be mended; of what people write of themselves, nothing. */
  remedy: z.object({ error: code.optional(), work: code.optional(), proof: code.optional() }),
  alteration: nothing,
  drill: nothing,
  certificate: z.object({ of: z.enum(certificateOf) }),
  /** The date that stands on the drawings. */
  drawings: z.object({ dated: day }),
  automaticTester: nothing,
  repair: z.object({ error: code, work: code }),
  /** Who is responsible from now on, by the reference of a person. */
  responsiblePerson: z.object({ person: id }),
  /** Up to which entry, and for which month of the plant's own time. */
  signature: z.object({ month, upTo: z.int().positive() }),
  /** The number of the verification in the plant, and the SHA-256 over what was signed. */
  handoverSigned: z.object({
    handover: z.int().positive(),
    of: code,
    side: z.enum(['installer', 'owner']),
    digest: z.string(),
  }),
  note: nothing,
  /** The file that holds it, as it is stored, and the SHA-256 of its content. */
  photo: z.object({ file: id, type: code, bytes: z.int(), sha256: z.string() }),
} satisfies Record<EntryKind, z.ZodObject>
export type EntryFacts<Kind extends EntryKind> = z.infer<(typeof entryFacts)[Kind]>

/** What a test comes to: passed only where each of its lamps did. */
export const resultOfTest = ({
  failed,
  notExecuted,
  total,
}: Pick<TestRun, 'failed' | 'notExecuted' | 'total'>): EntryResult => {
  if (failed > 0) return 'failed'
  return notExecuted > 0 || total === 0 ? 'incomplete' : 'passed'
}
