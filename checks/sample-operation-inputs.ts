import type { ActionInput } from '@vigilux/contract/actions.ts'
import type { operationActions } from '@vigilux/contract/features/operations/operations.actions.ts'

type Inputs = { [N in keyof typeof operationActions]: ActionInput<N> }

/** Sample inputs for operations and bundles. */
export const operationInputs = ({ plantId, otherId }: { plantId: string; otherId: string }): Inputs => ({
  getOperations: { plantId },
  getOperation: { plantId, operationId: otherId },
  getFailedSteps: { plantId, bundleId: otherId },
  continueOperation: { plantId, operationId: otherId },
  continueBundle: { plantId, bundleId: otherId },
  cancelBundle: { plantId, bundleId: otherId },
  cancelOperation: { plantId, operationId: otherId },
  undoOperation: { plantId, operationId: otherId },
})
