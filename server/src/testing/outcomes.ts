import { appendFileSync } from 'node:fs'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the file that takes what tests saw actions do; `checks/outcomes-exercised.ts` reads it. */
    outcomesFile: string
  }
}

/** What came of an action: it succeeded, or it refused with a code. */
export type Outcome = 'ok' | ErrorCode

const recordedOutcomes = new Set<string>()

/** Notes that a test brought an action to this outcome. */
export const recordOutcome = (action: string, outcome: Outcome): void => {
  const line = `${action} ${outcome}\n`
  if (recordedOutcomes.has(line)) return
  recordedOutcomes.add(line)
  appendFileSync(inject('outcomesFile'), line)
}
