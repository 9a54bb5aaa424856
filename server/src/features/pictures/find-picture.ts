import type { User } from '../../kernel/caller.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { findRole } from '../members/index.ts'
import { findPicture, type PictureRow } from './pictures.store.ts'

const fail: Fail<'FILE_NOT_FOUND'> = failWith()

type Parts = { db: Tx; clock: Clock }

/** Whether a caller may see a picture: the own one (no program may), or one of a plant of the caller. */
const mayView = async ({ db, clock }: Parts, caller: User, { plantId, userId }: PictureRow): Promise<boolean> =>
  plantId === null
    ? userId === caller.userId && !caller.token
    : (await findRole(db, caller, plantId, clock.now())) !== null

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The picture at an address. A picture not visible to the caller does not exist. */
export const createPictureFinder =
  (parts: Parts) =>
  async (caller: User, id: string): Promise<Pick<PictureRow, 'type' | 'content'>> => {
    const row = uuid.test(id) ? await findPicture(parts.db, id) : undefined
    return row && (await mayView(parts, caller, row)) ? row : fail('FILE_NOT_FOUND')
  }
