import type { FloorPlanData, PlanDevice } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { socketOwnerOf } from '../../kernel/caller.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { type LampOfUnit, requireLampsAt, requireUnitAt } from '../lamps/index.ts'
import { findFloorPlan } from './floor-plans.store.ts'
import {
  incrementPlacesVersion,
  nextPlacesVersion,
  type PlacedLamp,
  placeLampsOnPlan,
  removePlaces,
  unitPlaceSerial,
} from './places.store.ts'

const keyOf = ({ topic, addr }: PlanDevice) => `${topic}.${addr}`

/** The named lamps and units by key; refuses if one is not in the plant. */
const devicesNamed = async (
  work: Work<'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'>,
  plantId: string,
  devices: readonly PlanDevice[],
): Promise<ReadonlyMap<string, LampOfUnit>> => {
  const lamps = devices.flatMap(({ topic, addr }) => (addr === null ? [] : [{ topic, addr }]))
  const found = new Map<string, LampOfUnit>(
    (await requireLampsAt(work, plantId, lamps)).map((lamp) => [keyOf(lamp), lamp]),
  )
  for (const topic of new Set(devices.filter(({ addr }) => addr === null).map((one) => one.topic)))
    found.set(keyOf({ topic, addr: null }), {
      centralUnitId: await requireUnitAt(work, plantId, topic),
      serial: unitPlaceSerial,
    })
  return found
}

type SaveRefusal =
  | 'NOT_FOUND'
  | 'FLOOR_PLAN_NOT_FOUND'
  | 'FLOOR_PLAN_NOT_READY'
  | 'UNIT_NOT_FOUND'
  | 'LAMP_NOT_FOUND'
  | 'CHANGED_MEANWHILE'
type SaveRequest = { plantId: string; datiMappe: FloorPlanData; socketId?: string | undefined }

/** Saves places on a plan, and notifies the watchers except the caller's socket. */
export const savePlaces = async (
  { work, caller }: WriteContext<SaveRefusal>,
  { plantId, datiMappe, socketId }: SaveRequest,
): Promise<{ plan_id: string; version: number }> => {
  // Otherwise another person's socket would miss the event.
  if (socketId && !work.ports.watchers.isOwn(socketId, socketOwnerOf(caller))) return work.fail('NOT_FOUND')
  const { planId, version: openedVersion, placed: placedDevices, removed: removedDevices } = datiMappe
  const { plan, drawing } = (await findFloorPlan(work.tx, plantId, planId)) ?? work.fail('FLOOR_PLAN_NOT_FOUND')
  work.audit.target({ kind: 'floorPlan', id: planId, name: plan.name })
  work.audit.diff(null, { placed: placedDevices.length, removed: removedDevices.length })
  if (drawing.state !== 'ready') return work.fail('FLOOR_PLAN_NOT_READY')
  const devices = await devicesNamed(work, plantId, [...placedDevices, ...removedDevices])
  const version = (await nextPlacesVersion(work.tx, planId, openedVersion)) ?? work.fail('CHANGED_MEANWHILE')
  // For a device named twice, the last place counts.
  const places = new Map(placedDevices.map((one) => [keyOf(one), one]))
  const deviceOf = (one: PlanDevice) => devices.get(keyOf(one)) ?? work.fail('LAMP_NOT_FOUND')
  await removePlaces(work.tx, planId, removedDevices.map(deviceOf))
  const plansLeft = await placeLampsOnPlan(
    work.tx,
    planId,
    [...places.values()].map((device) => {
      const { centralUnitId, serial } = deviceOf(device)
      return { centralUnitId, serial, x: device.x, y: device.y }
    }),
  )
  const audience = { plant: plantId, ...(socketId && { exceptSocket: socketId }) }
  work.broadcast(audience, 'aggiornaMappe', { plant_id: plantId, plan_id: planId, version })
  // Every watcher is notified of losses in other plans.
  broadcastVersions(work, plantId, plansLeft)
  return { plan_id: planId, version }
}

const broadcastVersions = (work: Work, plantId: string, plans: readonly { id: string; version: number }[]): void => {
  for (const { id, version } of plans)
    work.broadcast({ plant: plantId }, 'aggiornaMappe', { plant_id: plantId, plan_id: id, version })
}

/** Puts one lamp on a ready plan, regardless of its version, and notifies the watchers. */
export const placeOnPlan = async (
  work: Work,
  { plantId, planId }: { plantId: string; planId: string },
  lamp: PlacedLamp,
): Promise<void> => {
  const plansLeft = await placeLampsOnPlan(work.tx, planId, [lamp])
  broadcastVersions(work, plantId, [
    { id: planId, version: await incrementPlacesVersion(work.tx, planId) },
    ...plansLeft,
  ])
}
