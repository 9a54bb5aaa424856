import type { StartupHook } from '../../../kernel/background.ts'
import type { PersonEraser } from '../../../kernel/pseudonymize-person.store.ts'
import type { InTransaction } from '../../../kernel/work.ts'
import type { Clock } from '../../../ports/clock.ts'
import { endPseudonymization, findPseudonymization } from './erased-persons.store.ts'

/**
 * Replaces the name of an erased person everywhere. Each column has its own transaction, so nobody waits for all of
 * them; a repetition after an interruption finds less to do.
 */
export const erasePerson = async (
  { inTransaction, clock }: { inTransaction: InTransaction; clock: Clock },
  erasers: readonly PersonEraser[],
  userId: string,
): Promise<void> => {
  const pseudonymization = await inTransaction(({ tx }) => findPseudonymization(tx, userId))
  if (!pseudonymization) return
  for (const erase of erasers) await inTransaction(({ tx }) => erase(tx, pseudonymization))
  await inTransaction(({ tx }) => endPseudonymization(tx, userId, clock.now()))
}

/** Does so for every erased account. */
export const erasePersons =
  (erasers: readonly PersonEraser[]): StartupHook =>
  ({ ports, inTransaction }) => {
    const parts = { inTransaction, clock: ports.clock }
    return ports.jobs.work('person.erase', ({ data: { userId } }) => erasePerson(parts, erasers, userId))
  }
