import type { User } from '../../kernel/caller.ts'
import type { Log } from '../../kernel/log.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { findCaller } from '../accounts/index.ts'
import { findPlantAccess } from '../members/index.ts'
import { findValidToken, isUseUnnoted, noteUse } from './access-tokens.store.ts'

export type TokenCallerParts = { db: Tx; clock: Clock; log: Pick<Log, 'warn'> }

/**
 * Null for an unknown or ended token, and for a plant's token after its maker has left the plant. Nothing is cached.
 */
export const createTokenCallerFinder =
  ({ db, clock, log }: TokenCallerParts) =>
  async (tokenHash: string): Promise<User | null> => {
    const now = clock.now()
    const row = await findValidToken(db, tokenHash, now)
    const person = row && (await findCaller(db, row.makerId, row.id))
    if (!person) return null
    const { id, name, scopes, plantId } = row
    const plantIds = plantId === null ? row.plantIds : [plantId]
    const user: User = { ...person, token: { id, name, scopes, plantIds } }
    // A suspended maker may return; the dispatcher refuses meanwhile.
    if (plantId !== null && !person.suspended && !(await findPlantAccess(db, user, plantId, now))) return null
    if (isUseUnnoted(row, now))
      void noteUse(db, id, now).catch((err: unknown) => log.warn({ err }, 'the use of an access token was not stored'))
    return user
  }
