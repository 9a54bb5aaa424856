import { comesUncharged, testOfProof } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { undoSeconds } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { holdReTest } from '../emergency-tests/index.ts'
import { addEntries, type EntryDraft, findEntryNo, findFaultEntryNo } from '../logbook/index.ts'
import type { Evidence } from './evidence.store.ts'
import { clearedWork, type ItemChange, type RoundItemRow, updateItems } from './round-items.store.ts'

/**
 * Recheck intervals: items awaiting a test, items only a unit's report can change, and items the test could not cover.
 */
const recheckMs = { done: 60_000, open: 3_600_000, untested: 600_000 }

const plusMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** Idempotency keys of an item's logbook entries. */
export const logbookKeyOf = {
  repair: ({ id, workKey }: Pick<RoundItemRow, 'id' | 'workKey'>) => `repair ${id} ${workKey}`,
  remedy: ({ id }: Pick<RoundItemRow, 'id'>) => `remedy ${id}`,
}

const person = ({ workBy, workByName }: RoundItemRow) =>
  workByName === null ? null : { userId: workBy, name: workByName }

const whereOf = (item: RoundItemRow, { unit }: Evidence) => ({
  plantId: item.plantId,
  centralUnitId: item.centralUnitId,
  unit,
  lamp: item.addr,
  lampSerial: item.serial || null,
})

const faultEntryOf = (tx: Tx, { plantId, addr, serial, error }: RoundItemRow, { unit }: Evidence) =>
  findFaultEntryNo(tx, { plantId, unit, lamp: serial === '' ? null : addr, error })

/** Writes the work to the logbook. */
const logWork = async (work: Work, item: RoundItemRow, evidence: Evidence): Promise<void> => {
  if (item.work === null) return
  const entry: EntryDraft = {
    kind: 'repair',
    facts: { error: item.error, work: item.work },
    once: logbookKeyOf.repair(item),
    ...whereOf(item, evidence),
    by: person(item),
    at: item.workAt ?? work.now,
    recordedAt: work.now,
    text: item.workNote,
    about: await faultEntryOf(work.tx, item, evidence),
  }
  addEntries(work, [entry])
}

/** Closes a provenly mended fault, with its remedy in the logbook. */
const closeItem = async (
  work: Work,
  item: RoundItemRow,
  evidence: Evidence,
  { by: settledBy, at, testId }: { by: 'test' | 'report'; at: Date; testId: string | null },
): Promise<ItemChange> => {
  const { tx, now } = work
  const facts = { error: item.error, proof: settledBy, ...(item.work && { work: item.work }) }
  const entry: EntryDraft = {
    kind: 'remedy',
    facts,
    once: logbookKeyOf.remedy(item),
    by: person(item),
    at,
    recordedAt: now,
    testId,
    ...whereOf(item, evidence),
    about: (await faultEntryOf(tx, item, evidence)) ?? (await findEntryNo(tx, item.plantId, logbookKeyOf.repair(item))),
  }
  addEntries(work, [entry])
  return { state: 'closed', closedAt: at, closedBy: settledBy, closedTestId: testId }
}

/** Schedules the test meant as proof of the work, if the unit lists the lamp. */
const holdTest = async (
  work: Work,
  item: RoundItemRow,
  { unit, addr }: Evidence,
  notBefore = work.now,
): Promise<ItemChange> => {
  const kind = testOfProof(item.proof)
  const position = addr ?? item.addr
  if (kind === null || item.work === null || position === null) return {}
  const chargesFrom = comesUncharged(item.work) ? item.workAt : null
  const requester = { userId: item.workBy ?? '', name: item.workByName ?? '' }
  const order = { unit: { id: item.centralUnitId, plantId: item.plantId, unit }, kind, addr: position }
  return { heldTestId: await holdReTest(work, { ...order, chargesFrom, notBefore, by: requester }) }
}

const isOver = ({ testState, heldState }: Evidence): boolean =>
  heldState === 'cancelled' || (testState !== null && testState !== 'requested' && testState !== 'running')

/** The outcome of the proving test; null while it runs, and when the proof is another one. */
const afterTest = async (
  work: Work,
  item: RoundItemRow,
  evidence: Evidence,
  isRoundOpen: boolean,
): Promise<ItemChange | null> => {
  if (item.state !== 'done' || testOfProof(item.proof) === null) return null
  if (item.heldTestId === null) return holdTest(work, item, evidence)
  if (!isOver(evidence) || evidence.found === 'passed') return null
  if (evidence.found === 'failed')
    return { ...clearedWork, state: isRoundOpen ? 'open' : 'left', failedTestId: evidence.testId }
  return holdTest(work, item, evidence, plusMs(work.now, recheckMs.untested))
}

/** The proof of the repair, if there is one. */
const findProof = (item: RoundItemRow, { reported: isReported, passedTestId, passedAt }: Evidence, now: Date) => {
  if (item.proof === 'report') return isReported === false ? { by: 'report' as const, at: now, testId: null } : null
  // A fault still reported by the unit is not mended, whatever a test found.
  if (passedTestId === null || isReported === true) return null
  return { by: 'test' as const, at: passedAt ?? now, testId: passedTestId }
}

/** Whether an accidental entry may still be undone; until then it has no consequences. */
export const isWorkUndoable = ({ work, isKept, saidAt: workSavedAt }: RoundItemRow, now: Date): boolean =>
  work !== null && !isKept && workSavedAt !== null && now < plusMs(workSavedAt, undoSeconds * 1_000)

/** Updates an item from the evidence; returns whether it changed. Only a passed test or a report closes a fault. */
export const settleItem = async (
  work: Work,
  item: RoundItemRow,
  evidence: Evidence,
  isRoundOpen: boolean,
): Promise<boolean> => {
  const { tx, now } = work
  if (isWorkUndoable(item, now)) return false
  const isLive = item.state === 'open' || item.state === 'done' || item.state === 'left'
  const isUnlogged = item.work !== null && !item.isKept
  if (isUnlogged) await logWork(work, item, evidence)
  const loggedChange: ItemChange = isUnlogged ? { isKept: true } : {}
  const change = await nextChange(work, { item, evidence, isRoundOpen, isLive })
  const state = change?.state ?? item.state
  const dueAt = plusMs(now, state === 'done' ? recheckMs.done : recheckMs.open)
  await updateItems(tx, [item.id], { ...loggedChange, dueAt, ...change })
  return isUnlogged || change !== null
}

type ItemContext = { item: RoundItemRow; evidence: Evidence; isRoundOpen: boolean; isLive: boolean }

const nextChange = async (work: Work, context: ItemContext): Promise<ItemChange | null> => {
  const { item, evidence, isRoundOpen, isLive } = context
  if (!isLive) return null
  if (evidence.isGone) return { state: 'gone' }
  const proof = findProof(item, evidence, work.now)
  if (proof) return closeItem(work, item, evidence, proof)
  return afterTest(work, item, evidence, isRoundOpen)
}
