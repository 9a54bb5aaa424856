import type { Mode } from './draft.ts'

export const steps = ['mode', 'lamps', 'check', 'write'] as const
export type Step = (typeof steps)[number]

/** The current step: a step without its prerequisites, as after a reload, falls back to the previous one. */
export function stepOf(search: Record<string, string>, mode: Mode | undefined, planned: boolean): Step {
  const asked = steps.find((one) => one === search.step)
  if (asked === 'write' && search.operation) return 'write'
  if (!mode || asked === undefined || asked === 'mode') return 'mode'
  return asked === 'lamps' || !planned ? 'lamps' : 'check'
}
