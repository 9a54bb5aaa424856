import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { commandErrors } from '../commands/command.ts'

/**
 * Kinds of operations: lists of related commands to one unit, such as assigning groups to 992 lamps, writing serials or
 * restoring a configuration. An operation continues without the browser and ends in a known state.
 */
export const operationKinds = [
  'assignGroups',
  'setParams',
  'newAcquisition',
  'appendLamps',
  'appendSerials',
  'overwriteSerials',
  'deleteLamps',
  'substituteLamps',
  'restoreSnapshot',
  'planTests',
] as const
export type OperationKind = (typeof operationKinds)[number]

/**
 * `cancelling`: the current step finishes, the rest is skipped. `interrupted`: some steps are not done; written values
 * remain, and can be continued or, if the unit allows it, undone.
 */
export const operationStates = ['running', 'cancelling', 'done', 'interrupted', 'cancelled', 'undone'] as const
export type OperationState = (typeof operationStates)[number]

export const stepStates = ['waiting', 'underWay', 'done', 'failed', 'leftOut'] as const
export type StepState = (typeof stepStates)[number]
/** `open` and `close` frame the work, like the start and end of a batch: a started batch is always ended. */
export const stepRoles = ['open', 'work', 'close'] as const
export type StepRole = (typeof stepRoles)[number]

/** Step as watchers see it. */
export const operationStep = z.object({
  n: z.int(),
  command: z.string(),
  role: z.enum(stepRoles),
  state: z.enum(stepStates),
  /** Addresses of its lamps to write. */
  lamps: z.array(z.int()),
  error: z.enum(commandErrors).nullable(),
  code: z.string().nullable(),
})
export type OperationStep = z.infer<typeof operationStep>

/** Unfinished step of an ended operation. */
export const failedStep = operationStep.extend({ cu: z.string() })

export const operation = z.object({
  id,
  cu: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  /** Number of work steps, and of those done. */
  total: z.int(),
  done: z.int(),
  /** Lamps of its steps, done or not. */
  lamps: z.int(),
  /** Addresses of unwritten lamps. */
  unwritten: z.array(z.int()),
  /** Reason of the interruption: error of the last step, and the unit's code. */
  error: z.enum(commandErrors).nullable(),
  code: z.string().nullable(),
  canContinue: z.boolean(),
  canUndo: z.boolean(),
  /** Operation undone by this one. */
  undoes: id.nullable(),
  /** Bundle of operations on several units; null for a single operation. */
  bundle: id.nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: instant,
  endedAt: instant.nullable(),
})
export type Operation = z.infer<typeof operation>

export const operationReceipt = z.object({ operation })
/** Operations of a bundle, one per unit. */
export const bundleReceipt = z.object({ operations: z.array(operation) })
