import type { TaskFactory } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { unitsChanged } from '../central-units/index.ts'
import { testsChanged } from '../emergency-tests/index.ts'
import { listMemberIds, listOfficeIds } from '../members/index.ts'
import { plantsChanged } from '../plants/index.ts'
import { claimDuePlants, computeStats, saveStats } from './stats.store.ts'

/** What may change the figures of plants. */
export const statsEvents = [unitsChanged, testsChanged, plantsChanged]

/** Works out the figures of the plants that are due, and shows those that are new. */
export const updateStats = async (work: Work): Promise<void> => {
  const { tx, now } = work
  const figures = await computeStats(tx, await claimDuePlants(tx))
  const saved = await saveStats(tx, figures, now)
  const changed = [...saved.keys()]
  const members = await listMemberIds(tx, changed, now)
  // Their lists hold plants that they are no members of.
  const office = await listOfficeIds(tx, changed)
  for (const [plantId, one] of saved) {
    const audience = {
      plant: plantId,
      home: [...new Set([...(members.get(plantId) ?? []), ...(office.get(plantId) ?? [])])],
    }
    work.broadcast(audience, 'plantCounts', { plant_id: plantId, ...one })
  }
}

/**
 * Keeps the figures of plants up to date: what changes them marks the plant as due in the same transaction, and one of the nodes works the
 * plant out.
 */
export const plantStatsTask: TaskFactory = ({ inTransaction }) => ({
  name: 'keep figures',
  // Plants that a lost node marked and did not compute are found after this time.
  everyMs: 2_000,
  wokenBy: statsEvents,
  // Many changes in a short time cost one turn.
  pauseMs: 200,
  turn: () => inTransaction(updateStats),
})
