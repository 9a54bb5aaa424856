import { z } from 'zod'
import { id, inputDay, instant, text } from '../../kernel/primitives.ts'
import {
  certificateOf,
  type EntryKind,
  entryKinds,
  entryResults,
  gapKinds,
  inspectionKinds,
  operatedKinds,
  type PersonKind,
  personKinds,
} from './entry-kinds.ts'
import { unitEntryKinds } from './unit-entry.ts'

/** Headings of the logbook filter; each kind has one. */
export const entryGroups = {
  tests: ['testEnded', 'testEndedByRemoval'],
  faults: ['lampFault', 'lampFaultCleared', 'unitFault', 'unitFaultCleared', 'defect', 'repair', 'remedy'],
  mains: ['mainsFailed', 'mainsRestored'],
  operation: [...operatedKinds, 'alteration'],
  units: unitEntryKinds.filter((kind) => kind !== 'testEndedByRemoval'),
  inspections: [...inspectionKinds, 'service', 'drill'],
  documents: ['certificate', 'drawings', 'automaticTester', 'responsiblePerson'],
  signatures: ['signature', 'handoverSigned'],
  notes: ['note', 'photo'],
  gaps: [...gapKinds],
} as const satisfies Record<string, readonly EntryKind[]>
export type EntryGroup = keyof typeof entryGroups
export const entryGroupNames = Object.keys(entryGroups) as [EntryGroup, ...EntryGroup[]]

/** Entry of the logbook as readers see it. */
export const logbookEntry = z.object({
  no: z.int(),
  id,
  kind: z.enum(entryKinds),
  /** Times of the event and of its recording. */
  at: instant,
  recordedAt: instant,
  /** Topic of the unit. */
  cu: z.string().nullable(),
  lamp: z.int().nullable(),
  serial: z.string().nullable(),
  testId: id.nullable(),
  corrects: z.int().nullable(),
  about: z.int().nullable(),
  /** Author or person who ordered it; null for units, the platform and erased persons. */
  by: z.string().nullable(),
  /** Constant for one person, even after the name is erased; null for units and the platform. */
  person: id.nullable(),
  /** By kind, as in `entryFacts`; the responsible person by name. */
  facts: z.record(z.string(), z.unknown()),
  text: z.string(),
  result: z.enum(entryResults).nullable(),
  /** Whether the unit's clock was wrong; then the entry has the time of receipt. */
  clockWrong: z.boolean(),
  /** Number of its later valid correction. */
  correctedBy: z.int().nullable(),
  /** Whether a person wrote it: an entry of the same kind may then correct it; others accept only notes. */
  correctable: z.boolean(),
  /** Whether it is an invalid correction, which is shown without effect. */
  ignored: z.boolean(),
  notes: z.int(),
  /** Whether it belongs to a month signed before. */
  afterSignature: z.boolean(),
  /** Seal as 64 hexadecimal digits. */
  hash: z.string(),
})
export type LogbookEntry = z.infer<typeof logbookEntry>

export const entryLimits = {
  text: 4_000,
  note: 2_000,
  name: 120,
  pageSize: 25,
  atOnce: 1_000,
  whole: 500,
  /** Maximum entries of a text search, the newest within the requested days. */
  sought: 20_000,
} as const

/** Maximum photos of one entry, and maximum bytes of one. */
export const entryPhotoLimits = { perEntry: 6, bytes: 10_485_760 } as const

/** Whether a kind can pass or fail. */
export const isInspection = (kind: PersonKind): kind is (typeof inspectionKinds)[number] =>
  (inspectionKinds as readonly string[]).includes(kind)

export const kindsRequiringText: readonly PersonKind[] = [
  'service',
  'defect',
  'remedy',
  'alteration',
  'drill',
  'automaticTester',
]

/** Facts of specific kinds, with those kinds. */
const kindsByFact = {
  result: inspectionKinds,
  of: ['certificate'],
  dated: ['drawings'],
  responsible: ['responsiblePerson'],
} as const satisfies Record<string, readonly PersonKind[]>
type Fact = keyof typeof kindsByFact

/** Fact of an input; `x-kinds` lists its kinds. */
const factField = <Given extends z.ZodType>(fact: Fact, schema: Given) =>
  schema.optional().meta({ 'x-kinds': [...kindsByFact[fact]] })

/** Facts of a new entry; the kind decides which of them apply. */
export const entryDraftFacts = {
  kind: z.enum(personKinds),
  result: factField('result', z.enum(['passed', 'failed'])),
  of: factField('of', z.enum(certificateOf)),
  /** Date on the drawings. */
  dated: factField('dated', inputDay),
  /** Responsible person from then on. */
  responsible: factField('responsible', text(entryLimits.name)),
}

type EntryDraft = { kind: PersonKind; text: string; of?: unknown; dated?: unknown; responsible?: unknown }

/** Path of a missing field of an entry of this kind; null if complete. */
export const findMissingField = ({
  kind,
  text,
  of,
  dated,
  responsible,
}: EntryDraft): 'text' | 'of' | 'dated' | 'responsible' | null => {
  if (kind === 'certificate' && of === undefined) return 'of'
  if (kind === 'drawings' && dated === undefined) return 'dated'
  if (kind === 'responsiblePerson' && responsible === undefined) return 'responsible'
  return kindsRequiringText.includes(kind) && text === '' ? 'text' : null
}

/**
 * Refuses an entry with a missing field, with a field of another kind, or with a lamp without its unit. Input is stored
 * or refused, never dropped.
 */
export const checkEntryDraft = (
  draft: EntryDraft & { result?: unknown; topic?: unknown; lamp?: unknown },
  context: z.RefinementCtx,
): void => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const lacksUnit = draft.lamp !== undefined && draft.topic === undefined
  for (const path of [findMissingField(draft), lacksUnit ? 'topic' : null])
    if (path !== null) refuse(path, 'cannot_be_empty')
  for (const [fact, kinds] of Object.entries<readonly PersonKind[]>(kindsByFact))
    if (draft[fact as Fact] !== undefined && !kinds.includes(draft.kind)) refuse(fact, 'not_of_kind')
}

/** Installation with the seals of the first entries of an imported logbook. Its key signs them, never ours. */
export const logbookOrigin = z.object({
  /** Number of its last sealed entry. */
  upTo: z.int(),
  /** Its public address. */
  installation: z.string(),
  /** Key for the signature of the imported part. */
  key: z.object({ id: z.string(), publicKey: z.string() }),
  exportedAt: instant,
  importedAt: instant,
})
export type LogbookOrigin = z.infer<typeof logbookOrigin>
