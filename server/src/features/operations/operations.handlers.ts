import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { aboutUnit, findUnit } from '../central-units/index.ts'
import { cancelBundle, continueBundle, failedStepsOf, viewOperations } from './bundles.ts'
import {
  findOperation,
  listOperations,
  newestOfUnits,
  type OperationRow,
  operationsOfBundle,
  stepsOf,
  toOperation,
  toOperationStep,
} from './operations.store.ts'
import { cancelOperation, continueOperation, undoOperation } from './run-operations.ts'

type Named = { plantId: string; operationId: string }

const operationOf = async (tx: Tx, { plantId, operationId }: Named): Promise<OperationRow> =>
  (await findOperation(tx, plantId, operationId)) ?? fail('OPERATION_NOT_FOUND')

const bundleOf = async (tx: Tx, { plantId, bundleId }: { plantId: string; bundleId: string }) => {
  const rows = await operationsOfBundle(tx, plantId, bundleId)
  for (const { unit, kind } of rows) {
    aboutUnit(tx, (await findUnit(tx, plantId, { topic: unit })) ?? { unit, cuId: unit, description: '' })
    changed(tx, null, { operation: kind })
  }
  return rows.length > 0 ? rows : fail('OPERATION_NOT_FOUND')
}

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
    const { plantId, topic, bundleId } = input
    const rows =
      bundleId === undefined
        ? await listOperations(tx, plantId, topic)
        : (await operationsOfBundle(tx, plantId, bundleId)).filter(({ unit }) => topic === undefined || unit === topic)
    return { operations: await viewOperations(tx, plantId, rows) }
  },
  getOperation: async ({ input, tx }) => {
    const row = await operationOf(tx, input)
    const steps = await stepsOf(tx, [row.id])
    const newest = await newestOfUnits(tx, input.plantId, [row.unit])
    return { operation: toOperation(row, steps, newest.has(row.id)), steps: steps.map(toOperationStep) }
  },
  getFailedSteps: async ({ input, tx }) => {
    const rows = await operationsOfBundle(tx, input.plantId, input.bundleId)
    if (rows.length === 0) return fail('OPERATION_NOT_FOUND')
    return { steps: await failedStepsOf(tx, rows) }
  },
  continueOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.tx, input)
    return { operation: await continueOperation(context, id) }
  },
  cancelOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.tx, input)
    return { operation: await cancelOperation(context, id) }
  },
  continueBundle: async ({ input, fail: _, ...context }) => ({
    operations: await continueBundle(context, await bundleOf(context.tx, input), input.uvConfirmed),
  }),
  cancelBundle: async ({ input, fail: _, ...context }) => ({
    operations: await cancelBundle(context, await bundleOf(context.tx, input)),
  }),
  undoOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.tx, input)
    return { operation: await undoOperation(context, id) }
  },
}
