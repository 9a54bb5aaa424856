import type { plantActions } from '@vigilux/contract/features/plants/plants.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { addMember, memberIds } from '../members/index.ts'
import { findPlant, insertPlant, markPlantRemoved, savePlantOver } from './plants.store.ts'

export const plantHandlers: HandlersOf<typeof plantActions> = {
  savePlant: async ({ input, caller, tx, announce, ports }) => {
    const at = ports.clock.now()
    const by = { userId: caller.userId, at, idempotencyKey: input.idempotencyKey ?? null }
    const { id, isNew } = await insertPlant(tx, input.plant, by)
    if (isNew) {
      const { userId } = caller
      await addMember(tx, { plantId: id, userId, role: 'installerAdministrator', invitedBy: null, since: at })
      announce({ user: userId }, 'savePlant', { plant_id: id })
    }
    return { plant_id: id }
  },
  updatePlant: async ({ input, tx, announce, fail }) => {
    const version = await savePlantOver(tx, input.plantId, input.version, input.plant)
    if (version === undefined) return fail('CHANGED_MEANWHILE')
    announce({ plant: input.plantId }, 'updatePlant', { plant_id: input.plantId, version })
    return { version }
  },
  removePlant: async ({ input, tx, announce, ports, fail }) => {
    const plant = await findPlant(tx, input.plantId)
    if (plant.plantname !== input.plantname) return fail('NAME_DOES_NOT_MATCH')
    await markPlantRemoved(tx, input.plantId, ports.clock.now())
    announce({ plant: input.plantId }, 'removePlant', { plant_id: input.plantId })
    const members = (await memberIds(tx, [input.plantId])).get(input.plantId) ?? []
    for (const userid of members) announce({ user: userid }, 'membershipEnded', { plant_id: input.plantId, userid })
    return {}
  },
}
