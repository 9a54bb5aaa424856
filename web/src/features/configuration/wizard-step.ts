import type { Mode } from './draft.ts'

export const steps = ['mode', 'lamps', 'check', 'write'] as const
export type Step = (typeof steps)[number]

/** The current step: a step without its prerequisites, as after a reload, falls back to the previous one. */
export function stepOf(search: Record<string, string>, mode: Mode | undefined, hasPlan: boolean): Step {
  const requestedStep = steps.find((one) => one === search.step)
  if (requestedStep === 'write' && search.operation) return 'write'
  if (!mode || requestedStep === undefined || requestedStep === 'mode') return 'mode'
  return requestedStep === 'lamps' || !hasPlan ? 'lamps' : 'check'
}
