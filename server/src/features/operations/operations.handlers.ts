import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { aboutUnit, findUnit } from '../central-units/index.ts'
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

/** The same, noted for the audit by its unit and what it does there. */
const operationToMove = async (tx: Tx, input: Named): Promise<OperationRow> => {
  const row = await operationOf(tx, input)
  const unit = await findUnit(tx, input.plantId, { topic: row.unit })
  aboutUnit(tx, unit ?? { unit: row.unit, cuId: row.unit, description: '' })
  changed(tx, null, { operation: row.kind })
  return row
}

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
    const { id } = await operationToMove(context.tx, input)
    return { operation: await continueOperation(context, id) }
  },
  cancelOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.tx, input)
    return { operation: await cancelOperation(context, id) }
  },
  undoOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.tx, input)
    return { operation: await undoOperation(context, id) }
  },
}
