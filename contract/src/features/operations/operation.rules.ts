import type { CommandError } from '../commands/command.ts'
import type { OperationState, StepRole, StepState } from './operation.ts'

/** Fields of a step with influence on the next move. */
export type StepLife = { role: StepRole; state: StepState; error: CommandError | null }

/** Next move of the operation: send a step (by index), wait for the current one, or end. */
export type NextMove = { do: 'send'; step: number } | { do: 'wait' } | { do: 'end'; state: OperationState }

const isOpen = (steps: readonly StepLife[]): boolean =>
  steps.some(({ role, state }) => role === 'open' && state === 'done')
/** Whether the unit is silent and further work would be in vain. A refusal affects only its own step. */
const hasNotAnswered = ({ error }: StepLife): boolean => error === 'communication_error' || error === 'expired'

const findNextClose = (steps: readonly StepLife[]): number =>
  isOpen(steps) ? steps.findIndex(({ role, state }) => role === 'close' && state === 'waiting') : -1

/** Whether the remaining work is skipped. */
const isStopped = (steps: readonly StepLife[], cancelling: boolean): boolean =>
  cancelling ||
  steps.some((step) => step.state === 'failed' && (hasNotAnswered(step) || step.role === 'open')) ||
  steps.some(({ state }) => state === 'leftOut')

const endOf = (steps: readonly StepLife[], cancelling: boolean): OperationState => {
  if (steps.every(({ state }) => state === 'done')) return 'done'
  return cancelling ? 'cancelled' : 'interrupted'
}

/**
 * Next move of an operation. A refused step does not stop the rest; a silent unit does. Every opened frame is closed
 * exactly once (specification, section 4, multi-group assignment).
 */
export const nextMove = (steps: readonly StepLife[], cancelling: boolean): NextMove => {
  if (steps.some(({ state }) => state === 'underWay')) return { do: 'wait' }
  if (!isStopped(steps, cancelling)) {
    const step = steps.findIndex(({ role, state }) => role !== 'close' && state === 'waiting')
    if (step >= 0) return { do: 'send', step }
  }
  const close = findNextClose(steps)
  return close >= 0 ? { do: 'send', step: close } : { do: 'end', state: endOf(steps, cancelling) }
}

/** Steps with the unfinished ones set back to waiting; the frame around them is opened and closed again. */
export const rearmSteps = <Step extends StepLife>(steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.role === 'work' && step.state === 'done' ? step : { ...step, state: 'waiting', error: null },
  )

export const hasEnded = (state: OperationState): boolean => state !== 'running' && state !== 'cancelling'
