import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listMembers, type MemberRow, toPlantUser } from './members.store.ts'

/** Notifies who watches the plant of its members, which is also when each reads the invitations anew that it may see. */
export const notifyMembers = async (
  { tx, announce }: { tx: Tx; announce: Announce },
  plantId: string,
  now: Date,
): Promise<MemberRow[]> => {
  const rows = await listMembers(tx, plantId, now)
  // Addresses are not for every watcher: each fetches what its own role may see.
  const plant_users = rows.map((row) => toPlantUser(row, { userId: '', role: null }))
  announce({ plant: plantId }, 'plantUsers', { plant_id: plantId, plant_users })
  return rows
}
