import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnit } from '../central-units/index.ts'
import type { LampRow } from './lamps.store.ts'
import { refuseUnknownLamps } from './refuse-unknown-lamps.ts'

/** A lamp identified by its serial, so its data survives network creation. */
export type LampOfUnit = { centralUnitId: string; serial: string }

/** A lamp with the address at which its unit reports it. */
export type LampAt = LampOfUnit & { topic: string; addr: number; type: LampRow['type'] }

/** The id of a unit of the plant, recorded as audit target; UNIT_NOT_FOUND if no unit has this topic. */
export const requireUnitAt = async (work: Work<'UNIT_NOT_FOUND'>, plantId: string, topic: string): Promise<string> => {
  const unit = (await findUnit(work.tx, plantId, { topic })) ?? work.fail('UNIT_NOT_FOUND')
  auditUnit(work, unit)
  return unit.id
}

/** The lamps at these addresses of the plant's units; UNIT_NOT_FOUND or LAMP_NOT_FOUND if one is missing. */
export const requireLampsAt = async (
  work: Work<'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'>,
  plantId: string,
  places: { topic: string; addr: number }[],
): Promise<LampAt[]> => {
  const found: LampAt[] = []
  for (const [topic, unitPlaces] of Map.groupBy(places, (place) => place.topic)) {
    const centralUnitId = await requireUnitAt(work, plantId, topic)
    const addrs = new Set(unitPlaces.map(({ addr }) => addr))
    const lamps = await refuseUnknownLamps(work, centralUnitId, addrs)
    for (const { addr, serial, type } of lamps.values())
      if (addrs.has(addr)) found.push({ centralUnitId, topic, addr, serial, type })
  }
  return found
}
