import { createHash, randomUUID } from 'node:crypto'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { genesisInput, sealInput } from '@vigilux/contract/features/logbook/chain.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { finisher } from '../../kernel/work.ts'
import { entryDrafts } from './add-entries.ts'
import type { EntryDraft, Person } from './entry-draft.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import {
  createHead,
  type EntryRow,
  insertEntries,
  type LogbookHead,
  listLoggedKeys,
  lockHeads,
  moveHead,
  personsOf,
  toSealed,
} from './logbook.store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const searchOf = ({ unit, lamp, lampSerial, text }: EntryRow): string =>
  [unit, lamp === null ? null : lampNumber(lamp), lampSerial, text]
    .filter((part) => part)
    .join(' ')
    .toLowerCase()

const epochStart = Date.UTC(2026, 0, 1)

/**
 * The first number of an epoch: the seconds from 2026 until the restore. So it exceeds every number missing from the
 * backup, even from lost epochs, unless a plant had more than one entry a second.
 */
const firstOfEpoch = (at: Date): number => Math.floor((at.getTime() - epochStart) / 1000)

const numberAfter = (no: number, { kind, at }: EntryDraft): number =>
  kind === 'restored' ? Math.max(no + 1, firstOfEpoch(at)) : no + 1

type SealState = { no: number; after: number; refOf: (person: Person) => string }

const factsOf = (draft: EntryDraft, { after, refOf }: SealState): unknown => {
  if (draft.kind === 'responsiblePerson') return { person: refOf(draft.named) }
  if (draft.kind === 'restored') return { after, wholeUntil: draft.wholeUntil.toISOString() }
  return draft.facts ?? {}
}

const toRow = (draft: EntryDraft, sealing: SealState): EntryRow => {
  const { kind, plantId, at, recordedAt = at, by: author } = draft
  const { no, refOf } = sealing
  const facts = factsOf(draft, sealing)
  const row = {
    plantId,
    no,
    id: draft.id ?? randomUUID(),
    kind,
    at,
    recordedAt,
    facts,
    centralUnitId: draft.centralUnitId ?? null,
    unit: draft.unit ?? null,
    lamp: draft.lamp ?? null,
    lampSerial: draft.lampSerial ?? null,
    testId: draft.testId ?? null,
    corrects: draft.corrects ?? null,
    about: draft.about ?? null,
    by: author && refOf(author),
    text: draft.text ?? '',
    clockWrong: draft.clockWrong ?? false,
    result: draft.result ?? null,
    once: draft.once ?? null,
    hash: '',
    search: '',
  }
  return { ...row, search: searchOf(row) }
}

/** Unrecorded drafts, the last one per idempotency key, in order of time. */
const unloggedDrafts = async (tx: Tx, plantId: string, drafts: readonly EntryDraft[]): Promise<EntryDraft[]> => {
  const draftsByKey = new Map(drafts.flatMap((draft) => (draft.once === undefined ? [] : [[draft.once, draft]])))
  const loggedKeys = await listLoggedKeys(tx, plantId, [...draftsByKey.keys()])
  return drafts
    .filter(
      (draft) => draft.once === undefined || (draftsByKey.get(draft.once) === draft && !loggedKeys.has(draft.once)),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Appends to the chain of a plant with a locked head; returns the new head. */
const appendEntries = async (tx: Tx, head: LogbookHead, drafts: readonly EntryDraft[]): Promise<LogbookHead> => {
  const unlogged = await unloggedDrafts(tx, head.plantId, drafts)
  if (unlogged.length === 0) return head
  const refOf = await personsOf(
    tx,
    head.plantId,
    unlogged.flatMap((draft) => [draft.by ?? [], draft.kind === 'responsiblePerson' ? draft.named : []].flat()),
  )
  let { no, hash } = head
  const rows: EntryRow[] = []
  for (const draft of unlogged) {
    const after = no
    no = numberAfter(no, draft)
    const row = toRow(draft, { no, after, refOf })
    hash = sha256(sealInput(hash, toSealed(row)))
    rows.push({ ...row, hash })
  }
  await insertEntries(tx, rows)
  return { ...head, no, hash, entries: head.entries + rows.length }
}

/**
 * Numbers and seals the entries of one transaction, as its last step. Locks the heads always in the same order, so
 * transactions never deadlock.
 */
export const sealDrafts = finisher(entryDrafts, async (work, drafts) => {
  const byPlant = Map.groupBy(drafts, ({ plantId }) => plantId)
  const plants = [...byPlant.keys()].toSorted()
  const headsByPlant = new Map((await lockHeads(work.tx, plants)).map((head) => [head.plantId, head]))
  for (const plantId of plants) {
    const before = headsByPlant.get(plantId) ?? (await createHead(work.tx, plantId, sha256(genesisInput(plantId))))
    await moveHead(work.tx, await appendEntries(work.tx, before, byPlant.get(plantId) ?? []))
  }
  work.emit(entriesAdded)
})
