import type { Work } from '../../kernel/work.ts'
import { listAssignees } from './maintenance-rounds.store.ts'

type RoundRef = { plantId: string; roundId: string | null }

/** Notifies a plant's watchers of changed rounds, and their assignees wherever they are. */
export const broadcastRounds = async (work: Work, changedRounds: readonly RoundRef[]): Promise<void> => {
  const ids = [...new Set(changedRounds.flatMap(({ roundId }) => roundId ?? []))]
  const assignees = await listAssignees(work.tx, ids)
  for (const id of ids) {
    const plantId = changedRounds.find(({ roundId }) => roundId === id)?.plantId
    const assignee = assignees.get(id)
    if (plantId === undefined) continue
    const data = { plant_id: plantId, round_id: id }
    work.broadcast({ plant: plantId, ...(assignee && { home: [assignee] }) }, 'round', data)
  }
}
