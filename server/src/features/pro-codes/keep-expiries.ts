import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskOf } from '../../kernel/task.ts'
import { memberIds } from '../members/index.ts'
import { takeEndedPro } from '../plants/index.ts'

/** Open browsers are told of an end that much later at most. */
const lookEveryMs = 5_000
const plantsAtATime = 100

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Tells whoever looks at a plant that its Pro has ended: each end once, on one node. What is allowed follows from the time alone. */
export const tellEndedPro = async ({ ports, inTransaction }: Parts): Promise<void> => {
  for (;;) {
    let taken = 0
    await inTransaction(async (work) => {
      const plantIds = await takeEndedPro(work.tx, ports.clock.now(), plantsAtATime)
      taken = plantIds.length
      const members = await memberIds(work.tx, plantIds, ports.clock.now())
      for (const plantId of plantIds)
        work.broadcast({ plant: plantId, home: members.get(plantId) ?? [] }, 'proChanged', { plant_id: plantId })
    })
    if (taken < plantsAtATime) return
  }
}

export const expiryKeeper: TaskOf = (parts) => ({
  name: 'keep ends of Pro',
  everyMs: lookEveryMs,
  turn: () => tellEndedPro(parts),
})
