import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'
import { type TestRun, testKinds, testTriggers } from '../emergency-tests/test-run.ts'
import { unitEntryKinds } from './unit-entry.ts'

/** Kinds from the records of units. */
export const reportedKinds = [
  'mainsFailed',
  'mainsRestored',
  'lampFault',
  'lampFaultCleared',
  'unitFault',
  'unitFaultCleared',
] as const

/** Kinds for records of the platform about the logbook itself. */
export const gapKinds = [
  /** The installation was restored: events since its backup may be missing. Numbers continue in a new epoch. */
  'restored',
  /** Numbers are missing among the records of a unit. */
  'recordsMissing',
  /** Missing records arrived later. */
  'recordsRecovered',
] as const

/** Intentional operations of the lighting. */
export const operatedKinds = ['inhibited', 'inhibitionEnded', 'configurationChanged'] as const

/** Inspections, from daily to every five years. */
export const inspectionKinds = [
  'inspectionDaily',
  'inspectionMonthly',
  'inspectionYearly',
  'inspectionVisual',
  'inspectionPhotometric',
  'inspectionExpert',
] as const

/** Kinds written by people, in the words of EN 50172: see `docs/protocol/logbook-export.md`. */
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

/** Every kind of entry in the logbook of a plant. Kinds are never removed from the list. */
export const entryKinds = [
  ...unitEntryKinds,
  ...reportedKinds,
  'testEnded',
  ...operatedKinds,
  ...gapKinds,
  ...personKinds,
  /** Work on a fault in a maintenance round. */
  'repair',
  /** Signature of the responsible person for a month, up to an entry. */
  'signature',
  /** Signature of a verification of the plant for one of the two sides. */
  'handoverSigned',
  /** Note on another entry. */
  'note',
  /** Picture for another entry. */
  'photo',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** Result of a test, an inspection or a fault. */
export const entryResults = ['passed', 'failed', 'incomplete'] as const
export type EntryResult = (typeof entryResults)[number]

const emptyFacts = z.object({})
/** Code of the unit's type. Not an enum: older releases can read newer codes. */
const code = line(80)
/** Result of an inspection by people; `failed` if something needs repair. */
const checked = z.object({ result: z.enum(['passed', 'failed']).nullable() })
const day = z.iso.date()
/** Records of one boot of a unit: first and last number, and count. */
const recordRange = z.object({ boot: z.int(), first: z.int(), last: z.int(), count: z.int() })

/** Calendar month, such as `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const endedTest = z.object({
  test: z.enum(testKinds),
  trigger: z.enum(testTriggers),
  /** `notStarted` if it never began, with the reason. */
  state: z.enum(['finished', 'stopped', 'notStarted']),
  reason: code.nullable(),
  startedAt: instant.nullable(),
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  notExecuted: z.int(),
  result: z.enum(entryResults),
  /** SHA-256 over the results, lamp by lamp, to reveal any change. */
  digest: z.string().nullable(),
})
export type EndedTest = z.infer<typeof endedTest>

export const certificateOf = ['commissioning', 'alteration', 'periodic'] as const

/**
 * Facts of an entry by kind, apart from time, place and text. Fields are only added, and always optional. Seals cover
 * the names of kinds, so these never change: an unknown unit is still a `unitStranger`.
 */
export const entryFacts = {
  unitEnrolled: emptyFacts,
  unitReset: emptyFacts,
  unitStranger: emptyFacts,
  unitStrangerRefused: emptyFacts,
  unitReplaced: emptyFacts,
  unitRemoved: emptyFacts,
  testEndedByRemoval: emptyFacts,
  mainsFailed: emptyFacts,
  mainsRestored: emptyFacts,
  lampFault: z.object({ error: code }),
  /** `because` if nothing was repaired: the lamp was removed. */
  lampFaultCleared: z.object({ error: code, reason: code.optional() }),
  unitFault: z.object({ error: code }),
  unitFaultCleared: z.object({ error: code }),
  testEnded: endedTest,
  inhibited: z.object({ minutes: z.int().nullable() }),
  /** Reason of the end; absent in entries from before units reported it. */
  inhibitionEnded: z.object({ reason: code.optional() }),
  /** Change of a unit by a person, named by its command or operation, with its outcome and number of lamps. */
  configurationChanged: z.object({
    change: code,
    state: z.enum(['done', 'interrupted', 'cancelled']),
    lamps: z.int(),
  }),
  /** Number before the gap, 0 for none, and the time until which the logbook is complete. */
  restored: z.object({ after: z.int(), wholeUntil: instant }),
  recordsMissing: recordRange,
  recordsRecovered: recordRange,
  inspectionDaily: checked,
  inspectionMonthly: checked,
  inspectionYearly: checked,
  inspectionVisual: checked,
  inspectionPhotometric: checked,
  inspectionExpert: checked,
  service: emptyFacts,
  defect: emptyFacts,
  /** Set for a fault with a proven repair, by a test or the unit's report; empty for remedies entered by people. */
  remedy: z.object({ error: code.optional(), work: code.optional(), proof: code.optional() }),
  alteration: emptyFacts,
  drill: emptyFacts,
  certificate: z.object({ of: z.enum(certificateOf) }),
  /** Date on the drawings. */
  drawings: z.object({ dated: day }),
  automaticTester: emptyFacts,
  repair: z.object({ error: code, work: code }),
  /** Responsible person from then on, by reference. */
  responsiblePerson: z.object({ person: id }),
  /** Last signed entry, and month in the plant's time. */
  signature: z.object({ month, upTo: z.int().positive() }),
  /** Number of the verification in the plant, and SHA-256 over the signed content. */
  handoverSigned: z.object({
    handover: z.int().positive(),
    of: code,
    side: z.enum(['installer', 'owner']),
    digest: z.string(),
  }),
  note: emptyFacts,
  /** Stored file, and SHA-256 of its content. */
  photo: z.object({ file: id, type: code, bytes: z.int(), sha256: z.string() }),
} satisfies Record<EntryKind, z.ZodObject>
export type EntryFacts<Kind extends EntryKind> = z.infer<(typeof entryFacts)[Kind]>

/** Result of a test: passed only if each of its lamps passed. */
export const resultOfTest = ({
  failed,
  notExecuted,
  total,
}: Pick<TestRun, 'failed' | 'notExecuted' | 'total'>): EntryResult => {
  if (failed > 0) return 'failed'
  return notExecuted > 0 || total === 0 ? 'incomplete' : 'passed'
}
