import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import {
  findOperation,
  listOperations,
  newestOfUnits,
  type OperationRow,
  stepsOf,
  toOperation,
  toOperationStep,
} from './operations.store.ts'
import { cancelOperation, continueOperation, undoOperation } from './run-operations.ts'

type Named = { plantId: string; operationId: string }

const operationOf = async (tx: Tx, { plantId, operationId }: Named): Promise<OperationRow> =>
  (await findOperation(tx, plantId, operationId)) ?? fail('OPERATION_NOT_FOUND')

export const operationHandlers: HandlersOf<typeof operationActions> = {
  getOperations: async ({ input, tx }) => {
    const rows = await listOperations(tx, input.plantId, input.topic)
    const ids = rows.map(({ id }) => id)
    const steps = Map.groupBy(await stepsOf(tx, ids), ({ operationId }) => operationId)
    const newest = await newestOfUnits(tx, input.plantId, [...new Set(rows.map(({ unit }) => unit))])
    return { operations: rows.map((row) => toOperation(row, steps.get(row.id) ?? [], newest.has(row.id))) }
  },
  getOperation: async ({ input, tx }) => {
    const row = await operationOf(tx, input)
    const steps = await stepsOf(tx, [row.id])
    const newest = await newestOfUnits(tx, input.plantId, [row.unit])
    return { operation: toOperation(row, steps, newest.has(row.id)), steps: steps.map(toOperationStep) }
  },
  continueOperation: async ({ input, ...context }) => {
    const { id } = await operationOf(context.tx, input)
    return { operation: await continueOperation(context, id) }
  },
  cancelOperation: async ({ input, ...context }) => {
    const { id } = await operationOf(context.tx, input)
    return { operation: await cancelOperation(context, id) }
  },
  undoOperation: async ({ input, ...context }) => {
    const { id } = await operationOf(context.tx, input)
    return { operation: await undoOperation(context, id) }
  },
}
