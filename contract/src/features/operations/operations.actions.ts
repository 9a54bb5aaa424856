import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { bundleReceipt, failedStep, operation, operationReceipt, operationStep } from './operation.ts'

const operationKey = z.strictObject({ plantId, operationId: id })

/** Work on a unit in several commands: progress, continuation, cancellation and undo. */
export const operationActions = defineActions({
  /** Lists operations of a plant or unit, newest first: open ones and the last 50 ended ones; of a bundle all. */
  getOperations: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic.optional(), bundleId: id.optional() }),
    output: bundleReceipt,
    errors: [],
    effect: 'read',
  },
  /** Returns one operation, step by step. */
  getOperation: {
    permission: 'plant.view',
    input: operationKey,
    output: operationReceipt.extend({ steps: z.array(operationStep) }),
    errors: ['OPERATION_NOT_FOUND'],
    effect: 'read',
  },
  /** Lists the unfinished steps of a bundle's ended operations, each with its unit and reason. */
  getFailedSteps: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, bundleId: id }),
    output: z.object({ steps: z.array(failedStep) }),
    errors: ['OPERATION_NOT_FOUND'],
    effect: 'read',
    cost: 2,
  },
  /** Continues an interrupted or canceled operation with the unfinished steps. */
  continueOperation: {
    permission: 'plant.operate',
    input: operationKey,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_INTERRUPTED', ...commandRefusals],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /** Cancels an operation: the current step finishes, the rest is skipped. */
  cancelOperation: {
    permission: 'plant.operate',
    input: operationKey,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_RUNNING'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
  },
  /**
   * Continues every interrupted or canceled operation of a bundle. Units unable to continue now are skipped; refused if
   * none can. UV tubes are lit only with `uvConfirmed`.
   */
  continueBundle: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, bundleId: id, uvConfirmed: z.literal(true).optional() }),
    output: bundleReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_INTERRUPTED', 'UV_NOT_CONFIRMED', ...commandRefusals],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    cost: 10,
  },
  /** Cancels a bundle: on all of its units the current step finishes and the rest is skipped. */
  cancelBundle: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, bundleId: id }),
    output: bundleReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_RUNNING'],
    effect: 'write',
    program: 'configure',
    about: 'unit',
    cost: 10,
  },
  /** Undoes an operation: a new operation restores the values from before its finished steps. */
  undoOperation: {
    permission: 'plant.operate',
    input: operationKey,
    output: operationReceipt,
    errors: ['OPERATION_NOT_FOUND', 'OPERATION_NOT_UNDOABLE', ...commandRefusals],
    effect: 'write',
    program: 'configure',
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
  /** An operation started, progressed or ended. */
  operation: z.object({ plant_id: id, operation }),
})
