import type { Work } from '../../kernel/work.ts'
import { listMembers, type MemberRow, toPlantUser } from './members.store.ts'

/** Broadcasts a plant's members to its watchers; each watcher then reloads the invitations visible to it. */
export const notifyMembers = async (
  work: Pick<Work, 'tx' | 'now' | 'broadcast'>,
  plantId: string,
): Promise<MemberRow[]> => {
  const rows = await listMembers(work.tx, plantId, work.now)
  // Watchers fetch addresses themselves, because not every role may see them.
  const plant_users = rows.map((row) => toPlantUser(row, { userId: '', role: null }))
  work.broadcast({ plant: plantId }, 'plantUsers', { plant_id: plantId, plant_users })
  return rows
}
