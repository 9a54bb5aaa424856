import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** The list with an operation updated, or prepended when it is new. */
export function withOperation(operations: readonly Operation[], told: Operation): Operation[] {
  return operations.some(({ id }) => id === told.id)
    ? operations.map((other) => (other.id === told.id ? told : other))
    : [told, ...operations]
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
    const isSame = (input: { operationId: string }) => input.operationId === operation.id
    cache.update('getOperation', isSame, (answer) => ({ ...answer, operation }))
    cache.refetch('getOperation', isSame)
    cache.refetch('getFailedSteps', (input) => input.bundleId === operation.bundle)
  },
}
