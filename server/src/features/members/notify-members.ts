import type { Work } from '../../kernel/work.ts'
import { listMembers, type MemberRow, toPlantUser } from './members.store.ts'

/** Notifies who watches the plant of its members, which is also when each reads the invitations anew that it may see. */
export const notifyMembers = async (work: Work, plantId: string): Promise<MemberRow[]> => {
  const rows = await listMembers(work.tx, plantId, work.now)
  // Addresses are not for every watcher: each fetches what its own role may see.
  const plant_users = rows.map((row) => toPlantUser(row, { userId: '', role: null }))
  work.broadcast({ plant: plantId }, 'plantUsers', { plant_id: plantId, plant_users })
  return rows
}
