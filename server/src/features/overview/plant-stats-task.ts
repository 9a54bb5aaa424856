import type { TaskFactory } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { unitsChanged } from '../central-units/index.ts'
import { testsChanged } from '../emergency-tests/index.ts'
import { listMemberIds, listOfficeIds } from '../members/index.ts'
import { plantsChanged } from '../plants/index.ts'
import { claimDuePlants, computeStats, isAnyPlantDue, saveStats } from './stats.store.ts'

/** Events after which plant stats may change. */
export const statsEvents = [unitsChanged, testsChanged, plantsChanged]

/** Recomputes the stats of due plants and broadcasts the changed ones. */
export const updateStats = async (work: Work): Promise<void> => {
  const { tx, now } = work
  const stats = await computeStats(tx, await claimDuePlants(tx))
  const savedStats = await saveStats(tx, stats, now)
  const changed = [...savedStats.keys()]
  const members = await listMemberIds(tx, changed, now)
  // The office's lists contain plants of which it is not a member.
  const office = await listOfficeIds(tx, changed)
  for (const [plantId, one] of savedStats) {
    const audience = {
      plant: plantId,
      home: [...new Set([...(members.get(plantId) ?? []), ...(office.get(plantId) ?? [])])],
    }
    work.broadcast(audience, 'plantCounts', { plant_id: plantId, ...one })
  }
}

/** Updates plant stats: a change marks its plant as due in the same transaction, and one node recomputes it. */
export const plantStatsTask: TaskFactory = ({ inTransaction }) => ({
  name: 'recompute plant stats',
  // Finds plants marked but not computed by a lost node.
  due: isAnyPlantDue,
  wokenBy: statsEvents,
  // Many changes in a short time cost one run.
  pauseMs: 200,
  turn: () => inTransaction(updateStats),
})
