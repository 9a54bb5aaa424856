import type { CommandError } from '@vigilux/contract/features/commands/command.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { hasEnded } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation, OperationStep, StepRole, StepState } from '@vigilux/contract/features/operations/operation.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { operationStepTable, operationTable } from './operations.schema.ts'

export type OperationRow = typeof operationTable.$inferSelect
type StoredStep = typeof operationStepTable.$inferSelect
export type StepRow = Omit<StoredStep, 'role' | 'state' | 'error'> & {
  role: StepRole
  state: StepState
  error: CommandError | null
}

/** Maximum number of ended operations in a list. */
const maxEndedListed = 50

export const insertOperation = async (tx: Tx, row: OperationRow, steps: readonly StepRow[]): Promise<void> => {
  await tx.insert(operationTable).values(row)
  if (steps.length > 0) await tx.insert(operationStepTable).values([...steps])
}

export const findOperation = async (tx: Tx, plantId: string, id: string): Promise<OperationRow | undefined> => {
  const [row] = await tx
    .select()
    .from(operationTable)
    .where(and(eq(operationTable.plantId, plantId), eq(operationTable.id, id)))
  return row
}

/** Locks an operation until the transaction ends, so its events are processed in sequence. */
export const lockOperation = async (tx: Tx, id: string): Promise<OperationRow | undefined> => {
  const [row] = await tx.select().from(operationTable).where(eq(operationTable.id, id)).for('update')
  return row
}

export const listOperationSteps = async (tx: Tx, operationIds: string[]): Promise<StepRow[]> =>
  operationIds.length === 0
    ? []
    : ((await tx
        .select()
        .from(operationStepTable)
        .where(inArray(operationStepTable.operationId, operationIds))
        .orderBy(asc(operationStepTable.operationId), asc(operationStepTable.n))) as StepRow[])

export const saveStep = async (tx: Tx, { operationId, n, state, misses, commandId, error, code }: StepRow) => {
  await tx
    .update(operationStepTable)
    .set({ state, misses, commandId, error, code })
    .where(and(eq(operationStepTable.operationId, operationId), eq(operationStepTable.n, n)))
}

export const saveOperation = async (tx: Tx, { id, state, endedAt }: OperationRow): Promise<void> => {
  await tx.update(operationTable).set({ state, endedAt }).where(eq(operationTable.id, id))
}

export const deleteEndedOperations = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const endedOperations = await tx
    .select({ id: operationTable.id })
    .from(operationTable)
    .where(lt(operationTable.endedAt, before))
    .limit(limit)
  const ids = endedOperations.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.delete(operationStepTable).where(inArray(operationStepTable.operationId, ids))
  await tx.delete(operationTable).where(inArray(operationTable.id, ids))
  return ids.length
}

/** Open operations, and the last ended ones, newest first. */
export const listOperations = async (tx: Tx, plantId: string, unit?: string): Promise<OperationRow[]> => {
  const isOfUnit = and(eq(operationTable.plantId, plantId), unit ? eq(operationTable.unit, unit) : undefined)
  const newest = desc(operationTable.requestedAt)
  const running = await tx
    .select()
    .from(operationTable)
    .where(and(isOfUnit, isNull(operationTable.endedAt)))
    .orderBy(newest)
  const endedOperations = await tx
    .select()
    .from(operationTable)
    .where(and(isOfUnit, isNotNull(operationTable.endedAt)))
    .orderBy(newest)
    .limit(maxEndedListed)
  return [...running, ...endedOperations]
}

/** A bundle's operations ordered by unit, which is the lock order everywhere. */
export const listOperationsOfBundle = async (tx: Tx, plantId: string, bundleId: string): Promise<OperationRow[]> =>
  tx
    .select()
    .from(operationTable)
    .where(and(eq(operationTable.plantId, plantId), eq(operationTable.bundleId, bundleId)))
    .orderBy(asc(operationTable.unit))

/** The newest operation of each of these units; only the newest may be undone. */
export const listNewestOfUnits = async (tx: Tx, plantId: string, units: string[]): Promise<Set<string>> => {
  if (units.length === 0) return new Set()
  const rows = await tx
    .selectDistinctOn([operationTable.unit], { id: operationTable.id })
    .from(operationTable)
    .where(and(eq(operationTable.plantId, plantId), inArray(operationTable.unit, units)))
    .orderBy(operationTable.unit, sql`${operationTable.requestedAt} desc`)
  return new Set(rows.map(({ id }) => id))
}

const isWork = ({ role }: StepRow): boolean => role === 'work'

/** Whether every completed step can be undone. */
export const isUndoable = (row: OperationRow, steps: readonly StepRow[]): boolean => {
  const done = steps.filter((step) => isWork(step) && step.state === 'done')
  return hasEnded(row.state) && row.state !== 'undone' && row.undoes === null
    ? done.length > 0 && done.every(({ undo }) => undo !== null)
    : false
}

/** Only a person who has made sure nobody is near may turn on a UV tube, so it is confirmed again. */
const turnsOnUv = ({ command }: StepRow): boolean => 'params' in command && lightsUvTube(command.params)

export const stillTurnsOnUv = (steps: readonly StepRow[]): boolean =>
  steps.some((step) => step.state !== 'done' && turnsOnUv(step))

export const hasStopped = ({ state }: OperationRow): boolean => state === 'interrupted' || state === 'cancelled'

export const isContinuable = (row: OperationRow, steps: readonly StepRow[], uvConfirmed = false): boolean =>
  hasStopped(row) && (uvConfirmed || !stillTurnsOnUv(steps))

/** An operation as watchers see it. `isNewest`: no later operation has changed the unit. */
export const toOperation = (row: OperationRow, steps: readonly StepRow[], isNewest: boolean): Operation => {
  const work = steps.filter(isWork)
  const failed = steps.findLast(({ state }) => state === 'failed')
  return {
    id: row.id,
    cu: row.unit,
    kind: row.kind,
    state: row.state,
    total: work.length,
    done: work.filter(({ state }) => state === 'done').length,
    lamps: new Set(work.flatMap(({ lamps }) => lamps)).size,
    unwritten: [...new Set(work.flatMap(({ state, lamps }) => (state === 'done' ? [] : lamps)))].sort((a, b) => a - b),
    error: failed?.error ?? null,
    code: failed?.code ?? null,
    canContinue: isNewest && isContinuable(row, steps),
    canUndo: isNewest && isUndoable(row, steps),
    undoes: row.undoes,
    bundle: row.bundleId,
    requestedBy: row.requestedByName,
    requestedAt: row.requestedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}

export const toOperationStep = (step: StepRow): OperationStep => ({
  n: step.n,
  command: step.command.name,
  role: step.role,
  state: step.state,
  lamps: step.lamps,
  error: step.error,
  code: step.code,
})
