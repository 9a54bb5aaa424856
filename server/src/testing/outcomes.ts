import { appendFileSync } from 'node:fs'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the file in which tests record outcomes of actions; `checks/outcomes-exercised.ts` reads it. */
    outcomesFile: string
  }
}

/** Outcome of an action: success, or the code of its refusal. */
export type Outcome = 'ok' | ErrorCode

const recordedOutcomes = new Set<string>()

/** Records an action's outcome in a test. */
export const recordOutcome = (action: string, outcome: Outcome): void => {
  const line = `${action} ${outcome}\n`
  if (recordedOutcomes.has(line)) return
  recordedOutcomes.add(line)
  appendFileSync(inject('outcomesFile'), line)
}
