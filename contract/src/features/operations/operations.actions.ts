import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { bundleReceipt, failedStep, operation, operationReceipt, operationStep } from './operation.ts'

const named = z.strictObject({ plantId, operationId: id })

export const operationActions = defineActions({
  /**
   * The operations of a plant or of one unit, newest first: all that have not ended, and the last 50 that have. Of a bundle: all of them.
   */
  getOperations: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic.optional(), bundleId: id.optional() }),
    output: bundleReceipt,
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
  /** What the ended operations of a bundle have not written: each step with its unit, and why. */
  getFailedSteps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, bundleId: id }),
    output: z.object({ steps: z.array(failedStep) }),
    errors: ['OPERATION_NOT_FOUND'],
    effect: 'read',
    cost: 2,
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
  /**
   * Takes up every operation of a bundle that is interrupted or cancelled. A unit that cannot take it up now is left as it is; refused where
   * none can. UV tubes are lit only where `uvConfirmed` says that nobody is near.
   */
  continueBundle: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, bundleId: id, uvConfirmed: z.literal(true).optional() }),
    output: bundleReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_INTERRUPTED', 'UV_NOT_CONFIRMED', ...commandRefusals],
    effect: 'write',
    about: 'unit',
    cost: 10,
  },
  /** Lets the steps under way of a bundle end and leaves out the rest, on all of its units. */
  cancelBundle: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, bundleId: id }),
    output: bundleReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_RUNNING'],
    effect: 'write',
    about: 'unit',
    cost: 10,
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

export const operationErrors = defineErrors({
  OPERATION_NOT_FOUND: 404,
  OPERATION_NOT_INTERRUPTED: 409,
  OPERATION_NOT_RUNNING: 409,
  OPERATION_NOT_UNDOABLE: 409,
})

export const operationEvents = defineEvents({
  /** An operation began, moved on or ended. */
  operation: z.object({ plant_id: id, operation }),
})
