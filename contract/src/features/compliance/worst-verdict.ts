import type { Verdict } from './compliance.ts'

type JudgedPlant = { verdict: Pick<Verdict, 'state'> }

/** The worst state of several plants, and how many of them are in it: not met, then unknown, then met. */
export const worstVerdict = (plants: readonly JudgedPlant[]) => {
  const countOf = (state: Verdict['state']) => plants.filter(({ verdict }) => verdict.state === state).length
  const state: Verdict['state'] = (['notMet', 'unknown'] as const).find((worse) => countOf(worse) > 0) ?? 'met'
  return { state, count: countOf(state), total: plants.length }
}
