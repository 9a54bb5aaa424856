import { randomUUID } from 'node:crypto'
import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { PersonKind } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import type { logbookActions } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import { isInspection } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { User } from '../../kernel/caller.ts'
import { derivedId } from '../../kernel/derived-id.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn, monthIn, startOfDay } from '../../kernel/zoned.ts'
import { findPlant } from '../plants/index.ts'
import { addEntries } from './add-entries.ts'
import { findCorrected, personEntryKey } from './corrections.store.ts'
import { findEntryById, findEntryRow } from './entries.store.ts'
import type { EntryDraft } from './entry-draft.ts'
import { findUnitId, hadLamp, listLampNumbers } from './logbook.store.ts'
import { coversMonth, findSignedUpTo } from './logbook-facts.store.ts'
import { requireReadableEntry } from './read-logbook.ts'

type EntryInput = ActionInput<'addLogbookEntry'>

/** Milliseconds by which a browser's clock may be ahead of the server's; such a time counts as now. */
const maxAheadMs = 60_000

/** Id of an entry under a person's idempotency key: the same key yields the same entry. */
const entryIdOf = (plantId: string, { userId }: User, key: string): string => derivedId(`${plantId} ${userId} ${key}`)

const requirePast = (work: Work<'LOGBOOK_ENTRY_IN_FUTURE'>, at: string): Date => {
  const { now } = work
  const enteredAt = new Date(at)
  if (enteredAt.getTime() > now.getTime() + maxAheadMs) return work.fail('LOGBOOK_ENTRY_IN_FUTURE')
  return new Date(Math.min(enteredAt.getTime(), now.getTime()))
}

/** Data of an entry by its kind; the contract has validated its completeness. */
const kindOf = ({
  kind,
  result = undefined,
  of: certificateType,
  dated: drawingsDate,
  responsible,
}: EntryInput): Partial<EntryDraft> => {
  if (isInspection(kind)) return { kind, facts: { result: result ?? null }, result: result ?? null }
  if (kind === 'certificate') return { kind, facts: { of: certificateType ?? 'commissioning' } }
  if (kind === 'drawings') return { kind, facts: { dated: drawingsDate ?? '' } }
  if (kind === 'responsiblePerson') return { kind, named: { userId: null, name: responsible ?? '' } }
  return { kind: kind satisfies PersonKind } as Partial<EntryDraft>
}

/** The entries referenced by another: the corrected one, and its subject. */
const requireEntries = async (
  work: Work<'LOGBOOK_ENTRY_NOT_FOUND'>,
  { plantId, corrects, about: aboutNo }: EntryInput,
) => {
  const namedEntries = []
  for (const no of [corrects, aboutNo])
    if (no !== undefined) namedEntries.push(await requireReadableEntry(work, plantId, no))
  return namedEntries
}

/** Refuses a correction of an uncorrectable entry, or by an entry of another kind. */
const checkCorrection = async (
  work: Work<
    | 'LOGBOOK_ENTRY_NOT_FOUND'
    | 'LOGBOOK_ENTRY_CORRECTED'
    | 'LOGBOOK_ENTRY_NOT_CORRECTABLE'
    | 'LOGBOOK_CORRECTION_OF_KIND'
  >,
  { plantId, corrects, kind }: EntryInput,
): Promise<void> => {
  if (corrects === undefined) return
  const corrected = (await findCorrected(work.tx, plantId, corrects)) ?? work.fail('LOGBOOK_ENTRY_NOT_FOUND')
  if (corrected.correctedBy !== null) work.fail('LOGBOOK_ENTRY_CORRECTED', { no: corrected.correctedBy })
  if (!corrected.correctable) work.fail('LOGBOOK_ENTRY_NOT_CORRECTABLE')
  if (corrected.kind !== kind) work.fail('LOGBOOK_CORRECTION_OF_KIND')
}

/** Refuses drawings with a future date: they would count as newer than every alteration until then. */
const checkDrawingsDate = async (
  work: Work<'LOGBOOK_ENTRY_IN_FUTURE'>,
  { plantId, kind, dated: drawingsDate }: EntryInput,
): Promise<void> => {
  if (kind !== 'drawings' || drawingsDate === undefined) return
  const { timezone } = await findPlant(work.tx, plantId)
  if (drawingsDate > dayIn(work.now, timezone)) work.fail('LOGBOOK_ENTRY_IN_FUTURE')
}

/** The unit of an entry: one of the plant, or the referenced entry's, even if removed. */
const unitOf = async (
  work: Work<'UNIT_NOT_FOUND'>,
  { plantId, topic }: EntryInput,
  namedEntries: Awaited<ReturnType<typeof requireEntries>>,
) => {
  if (topic === undefined) return null
  const entryOfUnit = namedEntries.find(({ unit }) => unit === topic)
  return entryOfUnit?.centralUnitId ?? (await findUnitId(work.tx, plantId, topic)) ?? work.fail('UNIT_NOT_FOUND')
}

/** Refuses a lamp unknown to its unit; removed lamps are known by their history or by the referenced entry. */
const checkLamp = async (
  work: Work<'LOGBOOK_LAMP_UNKNOWN'>,
  { topic, lamp }: EntryInput,
  centralUnitId: string | null,
  namedEntries: Awaited<ReturnType<typeof requireEntries>>,
): Promise<void> => {
  if (lamp === undefined || centralUnitId === null) return
  if (namedEntries.some((entry) => entry.unit === topic && entry.lamp === lamp)) return
  if (await hadLamp(work.tx, centralUnitId, lamp)) return
  work.fail('LOGBOOK_LAMP_UNKNOWN', { lamp, lamps: await listLampNumbers(work.tx, centralUnitId) })
}

export const peopleEntryHandlers: Pick<
  HandlersOf<typeof logbookActions>,
  'addLogbookEntry' | 'aggiornaNoteLogbook' | 'signLogbook'
> = {
  addLogbookEntry: async ({ work, input, caller }) => {
    const { plantId, topic, lamp, corrects, about: aboutNo, text } = input
    const now = work.now
    const entryId = randomUUID()
    work.audit.target({ kind: 'entry', id: entryId, name: input.kind })
    const namedEntries = await requireEntries(work, input)
    await checkCorrection(work, input)
    await checkDrawingsDate(work, input)
    const centralUnitId = await unitOf(work, input, namedEntries)
    await checkLamp(work, input, centralUnitId, namedEntries)
    const draft = {
      ...kindOf(input),
      id: entryId,
      once: personEntryKey(entryId),
      plantId,
      by: caller,
      at: requirePast(work, input.at),
      recordedAt: now,
      text,
      centralUnitId,
      unit: topic ?? null,
      lamp: lamp ?? null,
      corrects: corrects ?? null,
      about: aboutNo ?? null,
    } as EntryDraft
    addEntries(work, [draft])
    return { entryId }
  },
  aggiornaNoteLogbook: async ({ work, input: { plantId, no, note }, caller }) => {
    const entryId = randomUUID()
    work.audit.target({ kind: 'entry', id: entryId, name: String(no) })
    const { centralUnitId, unit, lamp, lampSerial } = await requireReadableEntry(work, plantId, no)
    const draft: EntryDraft = {
      kind: 'note',
      id: entryId,
      once: personEntryKey(entryId),
      plantId,
      by: caller,
      at: work.now,
      text: note,
      about: no,
      centralUnitId,
      unit,
      lamp,
      lampSerial,
    }
    addEntries(work, [draft])
    return { entryId }
  },
  signLogbook: async ({ work, input: { plantId, month, upTo }, caller }) => {
    const now = work.now
    const { timezone } = await findPlant(work.tx, plantId)
    const entryId = entryIdOf(plantId, caller, `${month} ${upTo}`)
    work.audit.target({ kind: 'entry', id: entryId, name: month })
    if (await findEntryById(work.tx, plantId, entryId)) return { entryId }
    if (!(await findEntryRow(work.tx, plantId, upTo))) return work.fail('LOGBOOK_ENTRY_NOT_FOUND')
    if (month > monthIn(now, timezone)) return work.fail('LOGBOOK_ENTRY_IN_FUTURE')
    const firstDay = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
    const [from, until] = [firstDay, firstDay.add({ months: 1 })].map((day) => startOfDay(day, timezone)) as [
      Date,
      Date,
    ]
    if (!(await coversMonth(work.tx, { plantId, from, until, upTo }))) return work.fail('LOGBOOK_NOTHING_TO_SIGN')
    const { userId } = caller
    if (upTo <= (await findSignedUpTo(work.tx, { plantId, userId, month }))) return work.fail('LOGBOOK_NOTHING_TO_SIGN')
    addEntries(work, [
      {
        kind: 'signature',
        facts: { month, upTo },
        id: entryId,
        once: personEntryKey(entryId),
        plantId,
        by: caller,
        at: now,
      },
    ])
    return { entryId }
  },
}
