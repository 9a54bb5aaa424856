import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { enrolmentWindowS } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import { defaultRetries } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'

type Patience = { retries?: 'ofType' | number; answerTimeoutMs?: number; workTimeoutMs?: number }

/** Commands whose patience differs from the unit type's. Specification section 9. */
const patience: Record<UnitCommandName, Patience> = {
  // The person has the whole window; the unit itself closes it, and a little later we stop waiting.
  enrol: { retries: 0, answerTimeoutMs: (enrolmentWindowS + 2) * 1000, workTimeoutMs: (enrolmentWindowS + 2) * 1000 },
  deEnrol: { retries: 'ofType' },
  // Config commands: 5 s, one retry. The search itself may take long; the unit tells how far it is.
  createNetwork: { retries: 1, answerTimeoutMs: 5000, workTimeoutMs: 15 * 60_000 },
  statusQuery: { retries: 0, answerTimeoutMs: 5000 },
  ftest: { retries: 'ofType' },
  stopTest: { retries: 'ofType' },
  identify: { retries: 'ofType' },
  stop_blink: { retries: 'ofType' },
  refresh: {},
}

/** How patient the platform is with a command to a unit of this type. */
export const policyFor = (name: UnitCommandName, facts: UnitTypeFacts): CommandPolicy => {
  const { retries, answerTimeoutMs = facts.answerTimeoutMs, workTimeoutMs = 35_000 } = patience[name]
  return {
    answerTimeoutMs,
    workTimeoutMs,
    retries: retries === 'ofType' ? facts.retries : (retries ?? defaultRetries),
  }
}

/** Commands that do not make a unit count as working. Specification section 4. */
export const setsWorking = (name: UnitCommandName): boolean => name !== 'stop_blink' && name !== 'refresh'
