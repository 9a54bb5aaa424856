import type { PlantDraft } from '@vigilux/contract/features/plants/plant.ts'
import type { plantActions } from '@vigilux/contract/features/plants/plants.actions.ts'
import { about, changed, inPlant } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { addMember, memberIds } from '../members/index.ts'
import { findPlant, insertPlant, markPlantRemoved, type PlantRow, savePlantOver } from './plants.store.ts'

/** The data of a plant, each field by its name. */
const fieldsOf = ({
  address,
  owner,
  plantname,
  plant_type,
  timezone,
}: Omit<PlantDraft, 'plant_type'> & { plant_type: string }) => {
  const { country, street, housenumber, cap, city, prov, lat, long } = address
  const whose = { owner: owner?.name, ownerEmail: owner?.email, ownerPhone: owner?.phone, piva: owner?.piva }
  return { plantname, plant_type, timezone, country, street, housenumber, cap, city, prov, lat, long, ...whose }
}

/** What stands in a plant's form, with its version. */
const writtenOf = ({ plantname, plantType, timezone, owner, version, ...row }: PlantRow) => {
  const { country, street, housenumber, cap, city, prov, lat, long } = row
  const address = { country, street, housenumber, cap, city, prov, lat, long }
  return { plantname, plant_type: plantType, timezone, owner, version, address }
}

const aboutPlant = (tx: Tx, id: string, name: string): void => about(tx, { kind: 'plant', id, name })

export const plantHandlers: HandlersOf<typeof plantActions> = {
  savePlant: async ({ input, caller, tx, announce, ports }) => {
    const at = ports.clock.now()
    const by = { userId: caller.userId, at, idempotencyKey: input.idempotencyKey ?? null }
    const { id, isNew } = await insertPlant(tx, input.plant, by)
    inPlant(tx, id)
    aboutPlant(tx, id, input.plant.plantname)
    if (isNew) {
      changed(tx, null, fieldsOf(input.plant))
      const { userId } = caller
      await addMember(tx, { plantId: id, userId, role: 'installerAdministrator', invitedBy: null, since: at })
      announce({ user: userId }, 'savePlant', { plant_id: id })
    }
    return { plant_id: id }
  },
  updatePlant: async ({ input, tx, announce, fail }) => {
    const before = await findPlant(tx, input.plantId)
    aboutPlant(tx, input.plantId, before.plantname)
    changed(tx, fieldsOf({ ...before, plant_type: before.plantType, address: before }), fieldsOf(input.plant))
    const version = await savePlantOver(tx, input.plantId, input.version, input.plant)
    if (version === undefined) return fail('CHANGED_MEANWHILE', { now: writtenOf(await findPlant(tx, input.plantId)) })
    announce({ plant: input.plantId }, 'updatePlant', { plant_id: input.plantId, version })
    return { version }
  },
  removePlant: async ({ input, tx, announce, ports, fail }) => {
    const plant = await findPlant(tx, input.plantId)
    aboutPlant(tx, plant.id, plant.plantname)
    if (plant.plantname !== input.plantname) return fail('NAME_DOES_NOT_MATCH')
    await markPlantRemoved(tx, input.plantId, ports.clock.now())
    announce({ plant: input.plantId }, 'removePlant', { plant_id: input.plantId })
    const members = (await memberIds(tx, [input.plantId])).get(input.plantId) ?? []
    for (const userid of members) announce({ user: userid }, 'membershipEnded', { plant_id: input.plantId, userid })
    return {}
  },
}
