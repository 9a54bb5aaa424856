import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { commandErrors } from '../commands/command.ts'

/**
 * An operation is a list of commands to one unit that belong together: assigning groups to 992 lamps, writing a list of
 * serials, restoring a configuration. It goes on without the browser that began it, and ends in a state that is known.
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
 * `cancelling`: the step under way is waited for, the rest is left out. `interrupted`: some steps are not done; what is
 * written stands and may be continued or, where the unit allows it, undone.
 */
export const operationStates = ['running', 'cancelling', 'done', 'interrupted', 'cancelled', 'undone'] as const
export type OperationState = (typeof operationStates)[number]

export const stepStates = ['waiting', 'underWay', 'done', 'failed', 'leftOut'] as const
export type StepState = (typeof stepStates)[number]
/** `open` and `close` frame the work, as the begin and end of a batch do: a batch that was begun is always ended. */
export const stepRoles = ['open', 'work', 'close'] as const
export type StepRole = (typeof stepRoles)[number]

/** A step as watchers see it. */
export const operationStep = z.object({
  n: z.int(),
  command: z.string(),
  role: z.enum(stepRoles),
  state: z.enum(stepStates),
  /** Positions of the lamps that it writes. */
  lamps: z.array(z.int()),
  error: z.enum(commandErrors).nullable(),
  code: z.string().nullable(),
})
export type OperationStep = z.infer<typeof operationStep>

/** A step that is not done, of an operation that has ended. */
export const failedStep = operationStep.extend({ cu: z.string() })

export const operation = z.object({
  id,
  cu: z.string(),
  kind: z.enum(operationKinds),
  state: z.enum(operationStates),
  /** Steps of work, and how many of them are done. */
  total: z.int(),
  done: z.int(),
  /** Lamps that its steps write, done or not. */
  lamps: z.int(),
  /** Positions of lamps that are not written, though they were to be. */
  unwritten: z.array(z.int()),
  /** Why it was interrupted: the last step's error, and the unit's code. */
  error: z.enum(commandErrors).nullable(),
  code: z.string().nullable(),
  canContinue: z.boolean(),
  canUndo: z.boolean(),
  /** The operation that this one takes back. */
  undoes: id.nullable(),
  /** The bundle of operations of several units that it was asked for in; null where it was asked for alone. */
  bundle: id.nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: instant,
  endedAt: instant.nullable(),
})
export type Operation = z.infer<typeof operation>

export const operationReceipt = z.object({ operation })
/** The operations of a bundle, one of each of its units. */
export const bundleReceipt = z.object({ operations: z.array(operation) })
