import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { operation, operationReceipt, operationStep } from './operation.ts'

const named = z.strictObject({ plantId, operationId: id })

import { commandRefusals } from '../commands/command-refusals.ts'

export const operationActions = defineActions({
  /** The operations of a plant or of one unit, newest first: all that have not ended, and the last 50 that have. */
  getOperations: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic.optional() }),
    output: z.object({ operations: z.array(operation) }),
    errors: [],
    effect: 'read',
  },
  /** One operation, step by step. */
  getOperation: {
    permission: 'plant.view',
    input: named,
    output: operationReceipt.extend({ steps: z.array(operationStep) }),
    errors: ['OPERATION_NOT_FOUND'],
    effect: 'read',
  },
  /** Takes up an interrupted or cancelled operation with the steps that are not done. */
  continueOperation: {
    permission: 'plant.operate',
    input: named,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_INTERRUPTED', ...commandRefusals],
    effect: 'write',
    about: 'unit',
  },
  /** Lets the step under way end and leaves out the rest. */
  cancelOperation: {
    permission: 'plant.operate',
    input: named,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_RUNNING'],
    effect: 'write',
    about: 'unit',
  },
  /** Writes back what the steps that are done have replaced, as an operation of its own. */
  undoOperation: {
    permission: 'plant.operate',
    input: named,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_UNDOABLE', ...commandRefusals],
    effect: 'write',
    about: 'unit',
  },
})
