import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
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

const bundleOf = async (work: Work, { plantId, bundleId }: { plantId: string; bundleId: string }) => {
  const rows = await operationsOfBundle(work.tx, plantId, bundleId)
  for (const { unit, kind } of rows) {
    aboutUnit(work, (await findUnit(work.tx, plantId, { topic: unit })) ?? { unit, cuId: unit, description: '' })
    work.audit.changed(null, { operation: kind })
  }
  return rows.length > 0 ? rows : fail('OPERATION_NOT_FOUND')
}

/** The same, noted for the audit by its unit and what it does there. */
const operationToMove = async (work: Work, input: Named): Promise<OperationRow> => {
  const row = await operationOf(work.tx, input)
  const unit = await findUnit(work.tx, input.plantId, { topic: row.unit })
  aboutUnit(work, unit ?? { unit: row.unit, cuId: row.unit, description: '' })
  work.audit.changed(null, { operation: row.kind })
  return row
}

export const operationHandlers: HandlersOf<typeof operationActions> = {
  getOperations: async ({ work, input }) => {
    const { plantId, topic, bundleId } = input
    const rows =
      bundleId === undefined
        ? await listOperations(work.tx, plantId, topic)
        : (await operationsOfBundle(work.tx, plantId, bundleId)).filter(
            ({ unit }) => topic === undefined || unit === topic,
          )
    return { operations: await viewOperations(work.tx, plantId, rows) }
  },
  getOperation: async ({ work, input }) => {
    const row = await operationOf(work.tx, input)
    const steps = await stepsOf(work.tx, [row.id])
    const newest = await newestOfUnits(work.tx, input.plantId, [row.unit])
    return { operation: toOperation(row, steps, newest.has(row.id)), steps: steps.map(toOperationStep) }
  },
  getFailedSteps: async ({ work, input }) => {
    const rows = await operationsOfBundle(work.tx, input.plantId, input.bundleId)
    if (rows.length === 0) return fail('OPERATION_NOT_FOUND')
    return { steps: await failedStepsOf(work.tx, rows) }
  },
  continueOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.work, input)
    return { operation: await continueOperation(context, id) }
  },
  cancelOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.work, input)
    return { operation: await cancelOperation(context.work, id) }
  },
  continueBundle: async ({ input, fail: _, ...context }) => ({
    operations: await continueBundle(context, await bundleOf(context.work, input), input.uvConfirmed),
  }),
  cancelBundle: async ({ input, fail: _, ...context }) => ({
    operations: await cancelBundle(context, await bundleOf(context.work, input)),
  }),
  undoOperation: async ({ input, ...context }) => {
    const { id } = await operationToMove(context.work, input)
    return { operation: await undoOperation(context, id) }
  },
}
