import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnit } from '../central-units/index.ts'
import { cancelBatch, continueBatch, listFailedSteps, viewOperations } from './bundles.ts'
import {
  findOperation,
  listNewestOfUnits,
  listOperationSteps,
  listOperations,
  listOperationsOfBundle,
  type OperationRow,
  toOperation,
  toOperationStep,
} from './operations.store.ts'
import { cancelOperation, continueOperation, undoOperation } from './run-operations.ts'

type OperationRef = { plantId: string; operationId: string }

const requireOperation = async (
  work: Work<'OPERATION_NOT_FOUND'>,
  { plantId, operationId }: OperationRef,
): Promise<OperationRow> => (await findOperation(work.tx, plantId, operationId)) ?? work.fail('OPERATION_NOT_FOUND')

const requireBundle = async (
  work: Work<'OPERATION_NOT_FOUND'>,
  { plantId, bundleId }: { plantId: string; bundleId: string },
) => {
  const rows = await listOperationsOfBundle(work.tx, plantId, bundleId)
  for (const { unit, kind } of rows) {
    auditUnit(work, (await findUnit(work.tx, plantId, { topic: unit })) ?? { unit, cuId: unit, description: '' })
    work.audit.diff(null, { operation: kind })
  }
  return rows.length > 0 ? rows : work.fail('OPERATION_NOT_FOUND')
}

/** The same, with the unit and its operation as the audit target. */
const requireOperationForUpdate = async (
  work: Work<'OPERATION_NOT_FOUND'>,
  input: OperationRef,
): Promise<OperationRow> => {
  const row = await requireOperation(work, input)
  const unit = await findUnit(work.tx, input.plantId, { topic: row.unit })
  auditUnit(work, unit ?? { unit: row.unit, cuId: row.unit, description: '' })
  work.audit.diff(null, { operation: row.kind })
  return row
}

export const operationHandlers: HandlersOf<typeof operationActions> = {
  getOperations: async ({ work, input }) => {
    const { plantId, topic, bundleId } = input
    const rows =
      bundleId === undefined
        ? await listOperations(work.tx, plantId, topic)
        : (await listOperationsOfBundle(work.tx, plantId, bundleId)).filter(
            ({ unit }) => topic === undefined || unit === topic,
          )
    return { operations: await viewOperations(work.tx, plantId, rows) }
  },
  getOperation: async ({ work, input }) => {
    const row = await requireOperation(work, input)
    const steps = await listOperationSteps(work.tx, [row.id])
    const newest = await listNewestOfUnits(work.tx, input.plantId, [row.unit])
    return { operation: toOperation(row, steps, newest.has(row.id)), steps: steps.map(toOperationStep) }
  },
  getFailedSteps: async ({ work, input }) => {
    const rows = await listOperationsOfBundle(work.tx, input.plantId, input.bundleId)
    if (rows.length === 0) return work.fail('OPERATION_NOT_FOUND')
    return { steps: await listFailedSteps(work.tx, rows) }
  },
  continueOperation: async ({ input, ...context }) => {
    const { id } = await requireOperationForUpdate(context.work, input)
    return { operation: await continueOperation(context, id) }
  },
  cancelOperation: async ({ input, ...context }) => {
    const { id } = await requireOperationForUpdate(context.work, input)
    return { operation: await cancelOperation(context.work, id) }
  },
  continueBundle: async ({ input, ...context }) => ({
    operations: await continueBatch(context, await requireBundle(context.work, input), input.uvConfirmed),
  }),
  cancelBundle: async ({ input, ...context }) => ({
    operations: await cancelBatch(context.work, await requireBundle(context.work, input)),
  }),
  undoOperation: async ({ input, ...context }) => {
    const { id } = await requireOperationForUpdate(context.work, input)
    return { operation: await undoOperation(context, id) }
  },
}
