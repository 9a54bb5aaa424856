import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** The list with an operation updated, or prepended when it is new. */
export function withOperation(operations: readonly Operation[], updatedOperation: Operation): Operation[] {
  return operations.some(({ id }) => id === updatedOperation.id)
    ? operations.map((other) => (other.id === updatedOperation.id ? updatedOperation : other))
    : [updatedOperation, ...operations]
}

/** Keeps operations in sync. */
export const operationPatches: RealtimePatches = {
  operation: (cache, { plant_id, operation }) => {
    cache.update(
      'getOperations',
      (input) =>
        input.plantId === plant_id &&
        (input.topic === undefined || input.topic === operation.cu) &&
        (input.bundleId === undefined || input.bundleId === operation.bundle),
      (answer) => ({ operations: withOperation(answer.operations, operation) }),
    )
    const isThisOperation = (input: { operationId: string }) => input.operationId === operation.id
    cache.update('getOperation', isThisOperation, (answer) => ({ ...answer, operation }))
    cache.refetch('getOperation', isThisOperation)
    cache.refetch('getFailedSteps', (input) => input.bundleId === operation.bundle)
  },
}
