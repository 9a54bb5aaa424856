import type { PlantChange, PlantOwner } from '@vigilux/contract/features/plants/plant.ts'
import type { plantActions } from '@vigilux/contract/features/plants/plants.actions.ts'
import { decidePositionUpdate } from '@vigilux/contract/features/plants/position.rules.ts'
import type { HandlersOf, PreHandlers } from '../../kernel/handler.ts'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Work } from '../../kernel/work.ts'
import type { Places } from '../../ports/places.ts'
import { addMember, moveEnds } from '../members/index.ts'
import { saveFavourite } from './favourites.store.ts'
import { findPlant, insertPlant, type PlantRow, savePlantIfVersion } from './plants.store.ts'

/** A plant's data by field name, for the audit. */
const fieldsOf = ({
  address,
  plantname,
  plant_type,
  timezone,
  notifications,
}: Omit<PlantChange, 'plant_type'> & { plant_type: string }) => {
  const { country, street, housenumber, cap, city, prov, lat, long } = address
  return { plantname, plant_type, timezone, country, street, housenumber, cap, city, prov, lat, long, notifications }
}

/** A plant's owner by field name, for the audit. */
const ownerFieldsOf = (owner: PlantOwner | null) => ({
  owner: owner?.name,
  ownerEmail: owner?.email,
  ownerPhone: owner?.phone,
  piva: owner?.piva,
})

/** The contents of a plant's form, with its version. */
const toWrittenPlant = ({ plantname, plantType, timezone, owner, version, ...row }: PlantRow) => {
  const { country, street, housenumber, cap, city, prov, lat, long, positionBy } = row
  const address = { country, street, housenumber, cap, city, prov, lat, long, positionBy }
  return { plantname, plant_type: plantType, timezone, owner, version, address }
}

type Address = PlantChange['address']

/** An address with its position. */
const locateAddress = async (places: Places, before: PlantRow | null, address: Address): Promise<Address> => {
  const positionUpdate = decidePositionUpdate(
    before && { ...before, country: before.country as Address['country'] },
    address,
  )
  if (positionUpdate === 'hand') return { ...address, positionBy: 'hand' }
  if (positionUpdate === 'keep')
    return { ...address, lat: before?.lat ?? null, long: before?.long ?? null, positionBy: 'address' }
  const found = await places.find(address)
  return { ...address, lat: found?.lat ?? null, long: found?.long ?? null, positionBy: 'address' }
}

const auditPlant = (work: Work, id: string, name: string): void => work.audit.target({ kind: 'plant', id, name })

/** Loads a country's places from a file on first use, before the transaction begins. */
export const plantPreHandlers: PreHandlers = {
  savePlant: async ({ input, ports }) => {
    await ports.places.find(input.plant.address)
  },
  updatePlant: async ({ input, ports }) => {
    await ports.places.find(input.plant.address)
  },
}

export const plantHandlers: HandlersOf<typeof plantActions> = {
  savePlant: async ({ work, input, caller }) => {
    const at = work.now
    const creation = { userId: caller.userId, at }
    const plant = { ...input.plant, address: await locateAddress(work.ports.places, null, input.plant.address) }
    const id = await insertPlant(work, plant, creation)
    work.audit.setPlant(id)
    auditPlant(work, id, input.plant.plantname)
    work.audit.diff(null, { ...fieldsOf(plant), ...ownerFieldsOf(plant.owner) })
    const { userId } = caller
    await addMember(work.tx, { plantId: id, userId, role: 'installerAdministrator', invitedBy: null, since: at })
    work.broadcast({ user: userId }, 'savePlant', { plant_id: id })
    return { plant_id: id }
  },
  updatePlant: async ({ work, input }) => {
    const before = await findPlant(work.tx, input.plantId)
    const plant = { ...input.plant, address: await locateAddress(work.ports.places, before, input.plant.address) }
    auditPlant(work, input.plantId, before.plantname)
    const notifications = plant.notifications ?? before.notifications
    const fieldsBefore = fieldsOf({ ...before, plant_type: before.plantType, address: before })
    work.audit.diff(fieldsBefore, fieldsOf({ ...plant, notifications }))
    const version = await savePlantIfVersion(work, input.plantId, input.version, plant)
    if (version === undefined)
      return work.fail('CHANGED_MEANWHILE', { now: toWrittenPlant(await findPlant(work.tx, input.plantId)) })
    if (before.timezone !== plant.timezone) await moveEnds(work.tx, input.plantId, plant.timezone)
    work.broadcast({ plant: input.plantId }, 'updatePlant', { plant_id: input.plantId, version })
    return { version }
  },
  aggiornaClienteImpianto: async ({ work, input: { plantId, owner, version: opened } }) => {
    const before = await findPlant(work.tx, plantId)
    auditPlant(work, plantId, before.plantname)
    work.audit.diff(ownerFieldsOf(before.owner), ownerFieldsOf(owner))
    const version = await savePlantIfVersion(work, plantId, opened, { owner })
    if (version === undefined)
      return work.fail('CHANGED_MEANWHILE', { now: toWrittenPlant(await findPlant(work.tx, plantId)) })
    if (before.owner?.name && !owner?.name)
      await recordCauses(work.tx, [
        { plantId, kind: 'noOwner', what: 'noOwner', at: work.now, once: `no owner ${version}` },
      ])
    work.broadcast({ plant: plantId }, 'updatePlant', { plant_id: plantId, version })
    return { version }
  },
  saveFavourite: async ({ work, input: { plantId, favourite }, caller }) => {
    const name = await saveFavourite(work.tx, caller, { plantId, favourite, now: work.now })
    if (name === undefined) return work.fail('PLANT_NOT_FOUND')
    auditPlant(work, plantId, name)
    work.broadcast({ user: caller.userId }, 'saveFavourite', { plant_id: plantId, favourite })
    return {}
  },
}
