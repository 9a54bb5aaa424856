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

/** Headings under which the logbook is filtered; each kind stands under one. */
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

/** One entry of the logbook as it is read. */
export const logbookEntry = z.object({
  no: z.int(),
  id,
  kind: z.enum(entryKinds),
  /** When it happened, and when it was written down. */
  at: instant,
  recordedAt: instant,
  /** Topic of the unit. */
  cu: z.string().nullable(),
  lamp: z.int().nullable(),
  serial: z.string().nullable(),
  testId: id.nullable(),
  corrects: z.int().nullable(),
  about: z.int().nullable(),
  /** Who wrote it or had it done; null for units and the platform, and for who was erased. */
  by: z.string().nullable(),
  /** Stays the same for one person, also when the name is gone; null for units and the platform. */
  person: id.nullable(),
  /** By kind, as `entryFacts` says; the responsible person by name. */
  facts: z.record(z.string(), z.unknown()),
  text: z.string(),
  result: z.enum(entryResults).nullable(),
  /** The unit's clock was wrong: the time is that of receipt. */
  clockWrong: z.boolean(),
  /** The number of the later entry that corrects it, if that counts. */
  correctedBy: z.int().nullable(),
  /** A person wrote it, so that an entry of the same kind may correct it; any other can only be remarked on. */
  correctable: z.boolean(),
  /** It corrects what cannot be corrected by it: it is shown, and counts for nothing. */
  ignored: z.boolean(),
  /** How many notes it has. */
  notes: z.int(),
  /** It came for a month that had been signed by then. */
  afterSignature: z.boolean(),
  /** The seal, as 64 hexadecimal digits. */
  hash: z.string(),
})
export type LogbookEntry = z.infer<typeof logbookEntry>

/** What people may write and how much of it. */
export const entryLimits = {
  text: 4_000,
  note: 2_000,
  name: 120,
  pageSize: 25,
  atOnce: 1_000,
  whole: 500,
  /** The newest entries, of the days that are asked for, in which a text is sought. */
  sought: 200_000,
} as const

/** Photos that one entry may have, and bytes of one. */
export const entryPhotoLimits = { perEntry: 6, bytes: 10_485_760 } as const

/** Whether a kind is of what passes or fails. */
export const isInspection = (kind: PersonKind): kind is (typeof inspectionKinds)[number] =>
  (inspectionKinds as readonly string[]).includes(kind)

/** Kinds that say nothing without a text. */
export const kindsRequiringText: readonly PersonKind[] = [
  'service',
  'defect',
  'remedy',
  'alteration',
  'drill',
  'automaticTester',
]

/** Facts that only some kinds have, by those kinds. */
const kindsByFact = {
  result: inspectionKinds,
  of: ['certificate'],
  dated: ['drawings'],
  responsible: ['responsiblePerson'],
} as const satisfies Record<string, readonly PersonKind[]>
type Fact = keyof typeof kindsByFact

/** A fact as it is given: `x-kinds` names the kinds that have it. */
const factField = <Given extends z.ZodType>(fact: Fact, given: Given) =>
  given.optional().meta({ 'x-kinds': [...kindsByFact[fact]] })

/** The facts that a person gives with an entry; which of them, its kind says. */
export const entryDraftFacts = {
  kind: z.enum(personKinds),
  result: factField('result', z.enum(['passed', 'failed'])),
  of: factField('of', z.enum(certificateOf)),
  /** The date that stands on the drawings. */
  dated: factField('dated', inputDay),
  /** Who is responsible from now on. */
  responsible: factField('responsible', text(entryLimits.name)),
}

type EntryDraft = { kind: PersonKind; text: string; of?: unknown; dated?: unknown; responsible?: unknown }

/** What an entry of this kind lacks, as the path of the field; null where it says what it has to. */
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
 * Refuses an entry that lacks what its kind has to say, says what its kind does not, or names a lamp without its unit. What is
 * given is stored or refused, never dropped.
 */
export const checkEntryDraft = (
  given: EntryDraft & { result?: unknown; topic?: unknown; lamp?: unknown },
  context: z.RefinementCtx,
): void => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const lacksUnit = given.lamp !== undefined && given.topic === undefined
  for (const path of [findMissingField(given), lacksUnit ? 'topic' : null])
    if (path !== null) refuse(path, 'cannot_be_empty')
  for (const [fact, kinds] of Object.entries<readonly PersonKind[]>(kindsByFact))
    if (given[fact as Fact] !== undefined && !kinds.includes(given.kind)) refuse(fact, 'not_of_kind')
}
