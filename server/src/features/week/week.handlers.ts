import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import type { weekActions } from '@vigilux/contract/features/week/week.actions.ts'
import { weekOf } from '@vigilux/contract/features/week/week.rules.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { countUsers, recordLook } from '../accounts/index.ts'
import { readNewEntriesOf } from './new-entries.ts'
import { readPlantOutlook } from './plant-outlooks.ts'
import { readPlantFacts } from './read-plant-facts.ts'
import { listVisibleInUse, listWeekPlants } from './week.store.ts'
import { readWeekDone } from './week-done.ts'

export const weekHandlers: HandlersOf<typeof weekActions> = {
  getWeek: async ({ work, input: { plantId }, caller }) => {
    const { tx, now } = work
    const plants = await listWeekPlants(tx, caller, plantId ?? null, now)
    if (plantId && plants.length === 0) return work.fail('PLANT_NOT_FOUND')
    const isOffice = caller.usertype === 'admin' && caller.scope === 'nto' && !plantId && !caller.token
    const waitingAccounts = isOffice ? (await countUsers(tx, {})).pending : 0
    const plantsInUse = plants.filter(({ isArchived }) => !isArchived)
    return weekOf(await readPlantFacts(tx, caller, plantsInUse, now), waitingAccounts)
  },
  getWeekDone: async ({ work: { tx, now }, caller }) => {
    const plants = await listWeekPlants(tx, caller, null, now)
    return { done: await readWeekDone(tx, plants, now) }
  },
  getNewEntries: async ({ work, caller, deferWrite }) => {
    deferWrite(({ tx, now }) => recordLook(tx, caller.userId, now))
    return readNewEntriesOf(work.tx, caller, work.now)
  },
  getPlantOutlooks: async ({ work: { tx, now, ports }, input: { plantIds }, caller }) => {
    const visibleIds = await listVisibleInUse(tx, caller, plantIds, now)
    const outlooks: PlantOutlook[] = []
    for (const plantId of plantIds.filter((id) => visibleIds.has(id)))
      outlooks.push(await readPlantOutlook(tx, plantId, { now, types: ports.devices.types }))
    return { outlooks }
  },
}
