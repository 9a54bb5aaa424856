import type { TaskOf } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { unitsChanged } from '../central-units/index.ts'
import { testsChanged } from '../emergency-tests/index.ts'
import { memberIds, officeIds } from '../members/index.ts'
import { plantsChanged } from '../plants/index.ts'
import { computeFigures, saveFigures, takeDuePlants } from './figures.store.ts'

/** What may change the figures of plants. */
export const causes = [unitsChanged, testsChanged, plantsChanged]

/** Works out the figures of the plants that are due, and shows those that are new. */
export const keepFigures = async (work: Work): Promise<void> => {
  const { tx, now } = work
  const figures = await computeFigures(tx, await takeDuePlants(tx))
  const saved = await saveFigures(tx, figures, now)
  const changed = [...saved.keys()]
  const members = await memberIds(tx, changed, now)
  // Their lists hold plants that they are no members of.
  const office = await officeIds(tx, changed)
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
export const figureKeeper: TaskOf = ({ inTransaction }) => ({
  name: 'keep figures',
  // Plants that a lost node marked and did not compute are found after this time.
  everyMs: 2_000,
  wokenBy: causes,
  // Many changes in a short time cost one turn.
  pauseMs: 200,
  turn: () => inTransaction(keepFigures),
})
