import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { listMemberIds } from '../members/index.ts'
import { claimEndedPro, isAnyProEnded } from '../plants/index.ts'

const batchSize = 100

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Broadcasts each end of a plant's Pro once, on one node. Permissions follow from the time alone. */
const notifyProEnded = async ({ ports, inTransaction }: Parts): Promise<void> => {
  for (;;) {
    let claimedCount = 0
    await inTransaction(async (work) => {
      const plantIds = await claimEndedPro(work.tx, ports.clock.now(), batchSize)
      claimedCount = plantIds.length
      const members = await listMemberIds(work.tx, plantIds, ports.clock.now())
      for (const plantId of plantIds)
        work.broadcast({ plant: plantId, home: members.get(plantId) ?? [] }, 'proChanged', { plant_id: plantId })
    })
    if (claimedCount < batchSize) return
  }
}

export const proExpiryTask: TaskFactory = (parts) => ({
  name: 'notify ended Pro',
  due: isAnyProEnded,
  turn: () => notifyProEnded(parts),
})
