import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { CommandRefusal, CommandRequester } from '../commands/index.ts'
import {
  hasStopped,
  listNewestOfUnits,
  listOperationSteps,
  listOperationsOfBundle,
  type OperationRow,
  stillTurnsOnUv,
  toOperation,
  toOperationStep,
} from './operations.store.ts'
import {
  beginOperation,
  type ContinueRefusal,
  cancelOperation,
  continueOperation,
  type OperationDraft,
} from './run-operations.ts'

type Context<Code extends ErrorCode> = { work: Work<Code>; caller: CommandRequester }
type BatchDraft = Pick<OperationDraft, 'plantId' | 'kind'> & {
  bundleId: string
  units: readonly Pick<OperationDraft, 'unit' | 'steps'>[]
}

export const viewOperations = async (tx: Tx, plantId: string, rows: readonly OperationRow[]): Promise<Operation[]> => {
  const ids = rows.map(({ id }) => id)
  const steps = Map.groupBy(await listOperationSteps(tx, ids), ({ operationId }) => operationId)
  const newest = await listNewestOfUnits(tx, plantId, [...new Set(rows.map(({ unit }) => unit))])
  return rows.map((row) => toOperation(row, steps.get(row.id) ?? [], newest.has(row.id)))
}

/** The operations of an existing bundle; empty when there is none. */
export const findBatch = async (tx: Tx, plantId: string, bundleId: string): Promise<Operation[]> =>
  viewOperations(tx, plantId, await listOperationsOfBundle(tx, plantId, bundleId))

/** By unit: the unfinished steps of ended operations with writes to lamps. */
export const listFailedSteps = async (tx: Tx, rows: readonly OperationRow[]) => {
  const units = new Map(rows.filter(({ state }) => hasEnded(state)).map(({ id, unit }) => [id, unit]))
  const steps = await listOperationSteps(tx, [...units.keys()])
  return steps
    .filter(({ role, state, lamps }) => role === 'work' && state !== 'done' && lamps.length > 0)
    .map((step) => ({ ...toOperationStep(step), cu: units.get(step.operationId) ?? '' }))
    .sort((a, b) => a.cu.localeCompare(b.cu) || a.n - b.n)
}

/** Begins an operation on each unit: all or none. A fixed order of locks prevents deadlocks. */
export const beginBatch = async (
  context: Context<CommandRefusal>,
  { units, ...batch }: BatchDraft,
): Promise<Operation[]> => {
  const operations: Operation[] = []
  for (const unit of units.toSorted((a, b) => (a.unit.unit < b.unit.unit ? -1 : 1)))
    operations.push(await beginOperation(context, { ...batch, ...unit }))
  return operations
}

/**
 * Continues stopped operations whose unit is able to. A refusal of one operation does not stop the others; if all
 * refuse, the refusal is returned.
 */
export const continueBatch = async (
  context: Context<ContinueRefusal | 'UV_NOT_CONFIRMED'>,
  rows: readonly OperationRow[],
  uvConfirmed: true | undefined,
): Promise<Operation[]> => {
  const { work } = context
  const stoppedOperations = rows.filter(hasStopped)
  const [first] = rows
  if (!first || stoppedOperations.length === 0) return work.fail('OPERATION_NOT_INTERRUPTED')
  const steps = await listOperationSteps(
    work.tx,
    stoppedOperations.map(({ id }) => id),
  )
  if (!uvConfirmed && stillTurnsOnUv(steps)) return work.fail('UV_NOT_CONFIRMED')
  const refusals: Refusal[] = []
  for (const { id } of stoppedOperations) {
    // A refusal precedes any write of its operation, so the transaction can go on with the next.
    await continueOperation(context, id, uvConfirmed).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
    })
  }
  const [refusal] = refusals
  if (refusal && refusals.length === stoppedOperations.length) throw refusal
  return findBatch(work.tx, first.plantId, first.bundleId ?? '')
}

export const cancelBatch = async (
  work: Work<'OPERATION_NOT_FOUND' | 'OPERATION_NOT_RUNNING'>,
  rows: readonly OperationRow[],
): Promise<Operation[]> => {
  const [first] = rows
  const running = rows.filter(({ state }) => !hasEnded(state))
  if (!first || running.length === 0) return work.fail('OPERATION_NOT_RUNNING')
  for (const { id } of running) {
    // An operation just ended or already being cancelled needs nothing more.
    await cancelOperation(work, id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  return findBatch(work.tx, first.plantId, first.bundleId ?? '')
}
