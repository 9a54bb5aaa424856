import type { CommandError } from '../commands/command.ts'
import type { OperationState, StepRole, StepState } from './operation.ts'

/** The part of a step that decides what happens next. */
export type StepLife = { role: StepRole; state: StepState; error: CommandError | null }

/** What the operation does now: send a step (by index), wait for the one under way, or end. */
export type NextMove = { do: 'send'; step: number } | { do: 'wait' } | { do: 'end'; state: OperationState }

const isOpen = (steps: readonly StepLife[]): boolean =>
  steps.some(({ role, state }) => role === 'open' && state === 'done')
/** The unit does not answer: further work would only wait in vain. A refusal concerns its own step alone. */
const isUnreachable = ({ error }: StepLife): boolean => error === 'communication_error' || error === 'expired'

const findNextClose = (steps: readonly StepLife[]): number =>
  isOpen(steps) ? steps.findIndex(({ role, state }) => role === 'close' && state === 'waiting') : -1

/** Whether the rest of the work is left out. */
const hasStopped = (steps: readonly StepLife[], cancelling: boolean): boolean =>
  cancelling ||
  steps.some((step) => step.state === 'failed' && (isUnreachable(step) || step.role === 'open')) ||
  steps.some(({ state }) => state === 'leftOut')

const endOf = (steps: readonly StepLife[], cancelling: boolean): OperationState => {
  if (steps.every(({ state }) => state === 'done')) return 'done'
  return cancelling ? 'cancelled' : 'interrupted'
}

/**
 * What comes next in an operation. Work that failed by refusal does not stop the rest; a unit that does not answer does.
 * What was opened is closed in any case, once. Specification section 4, multi-group assignment.
 */
export const nextMove = (steps: readonly StepLife[], cancelling: boolean): NextMove => {
  if (steps.some(({ state }) => state === 'underWay')) return { do: 'wait' }
  if (!hasStopped(steps, cancelling)) {
    const step = steps.findIndex(({ role, state }) => role !== 'close' && state === 'waiting')
    if (step >= 0) return { do: 'send', step }
  }
  const close = findNextClose(steps)
  return close >= 0 ? { do: 'send', step: close } : { do: 'end', state: endOf(steps, cancelling) }
}

/** Steps with those that were not done set to wait again; the frame is opened and closed anew around them. */
export const rearmSteps = <Step extends StepLife>(steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.role === 'work' && step.state === 'done' ? step : { ...step, state: 'waiting', error: null },
  )

export const hasEnded = (state: OperationState): boolean => state !== 'running' && state !== 'cancelling'
