import { type ActionName, actions } from '@vigilux/contract/actions.ts'

/** Number of answers by action and code; `''` is an answer without error. */
export type Tally = Record<string, Record<string, number>>

/** Only known names are keys: an unknown action may be `__proto__`, which every object has. */
export const count = (tally: Tally, requestedAction: string, code: string): void => {
  const action = Object.hasOwn(actions, requestedAction) ? requestedAction : 'unknown'
  const ofAction = tally[action] ?? {}
  ofAction[code] = (ofAction[code] ?? 0) + 1
  tally[action] = ofAction
}

/** Codes of refusals before the handler runs. */
const preHandlerCodes = new Set([
  'INVALID_INPUT',
  'UNKNOWN_ACTION',
  'NOT_SIGNED_IN',
  'ACCOUNT_SUSPENDED',
  'NOT_ALLOWED',
  'FOREIGN_ORIGIN',
  'PLANT_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVER_BUSY',
  'closed',
])

export type Coverage = {
  calls: number
  /** Calls within the limits. */
  admitted: number
  /** Calls processed by a handler. */
  handled: number
  actionsReached: ActionName[]
  actionsAnswered: ActionName[]
}

const sumOf = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0)

/** Coverage of the calls of a run. */
export const computeCoverage = (tally: Tally): Coverage => {
  const outcomes = Object.entries(tally).flatMap(([action, codes]) =>
    Object.entries(codes).map(([code, times]) => ({ action, code, times })),
  )
  const timesOf = (isCounted: (code: string, action: string) => boolean) =>
    sumOf(outcomes.filter(({ action, code }) => isCounted(code, action)).map(({ times }) => times))
  const names = Object.keys(actions) as ActionName[]
  const namesWith = (isCounted: (code: string) => boolean) =>
    names.filter((name) => Object.keys(tally[name] ?? {}).some(isCounted))
  return {
    calls: timesOf(() => true),
    admitted: timesOf((code) => code !== 'TOO_MANY_REQUESTS'),
    handled: timesOf((code, action) => action in actions && !preHandlerCodes.has(code)),
    actionsReached: namesWith((code) => !preHandlerCodes.has(code)),
    actionsAnswered: namesWith((code) => code === ''),
  }
}

/** Answers by code. */
export const tallyCodes = (tally: Tally): Record<string, number> => {
  const codes: Record<string, number> = {}
  for (const ofAction of Object.values(tally))
    for (const [code, times] of Object.entries(ofAction)) codes[code] = (codes[code] ?? 0) + times
  return codes
}
