import type { FloorPlanData } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { lampsAt } from '../lamps/index.ts'
import { findFloorPlan } from './floor-plans.store.ts'
import { nextPlacesVersion, type PlacedLamp, placeLamps, raisePlacesVersion, takeLampsOff } from './places.store.ts'

const keyOf = ({ topic, addr }: { topic: string; addr: number }) => `${topic}.${addr}`

type Saved = { plantId: string; datiMappe: FloorPlanData; socketId?: string | undefined }

/** Saves where lamps are on a plan, and tells the watchers of the plant but for the socket that knows already. */
export const savePlaces = async (
  { tx, announce }: Pick<WriteContext, 'tx' | 'announce'>,
  { plantId, datiMappe, socketId }: Saved,
): Promise<{ plan_id: string; version: number }> => {
  const { planId, version: opened, placed, removed } = datiMappe
  const { plan, drawing } = (await findFloorPlan(tx, plantId, planId)) ?? fail('FLOOR_PLAN_NOT_FOUND')
  about(tx, { kind: 'floorPlan', id: planId, name: plan.name })
  changed(tx, null, { placed: placed.length, removed: removed.length })
  if (drawing.state !== 'ready') return fail('FLOOR_PLAN_NOT_READY')
  const lamps = new Map((await lampsAt(tx, plantId, [...placed, ...removed])).map((lamp) => [keyOf(lamp), lamp]))
  const version = (await nextPlacesVersion(tx, planId, opened)) ?? fail('CHANGED_MEANWHILE')
  // Of a lamp that is named twice the last place counts.
  const places = new Map(placed.map((one) => [keyOf(one), one]))
  const known = ({ topic, addr }: { topic: string; addr: number }) =>
    lamps.get(keyOf({ topic, addr })) ?? fail('LAMP_NOT_FOUND')
  await takeLampsOff(tx, planId, removed.map(known))
  const left = await placeLamps(
    tx,
    planId,
    [...places.values()].map((one) => {
      const { centralUnitId, serial } = known(one)
      return { centralUnitId, serial, x: one.x, y: one.y }
    }),
  )
  const audience = { plant: plantId, ...(socketId && { exceptSocket: socketId }) }
  announce(audience, 'aggiornaMappe', { plant_id: plantId, plan_id: planId, version })
  // Of another plan that lost a lamp, everybody is told.
  tellVersions(announce, plantId, left)
  return { plan_id: planId, version }
}

const tellVersions = (
  announce: WriteContext['announce'],
  plantId: string,
  plans: readonly { id: string; version: number }[],
): void => {
  for (const { id, version } of plans)
    announce({ plant: plantId }, 'aggiornaMappe', { plant_id: plantId, plan_id: id, version })
}

/** Puts one lamp on a plan that is ready, whatever version others have opened, and tells the watchers of the plant. */
export const placeOnPlan = async (
  { tx, announce }: Pick<WriteContext, 'tx' | 'announce'>,
  { plantId, planId }: { plantId: string; planId: string },
  lamp: PlacedLamp,
): Promise<void> => {
  const left = await placeLamps(tx, planId, [lamp])
  tellVersions(announce, plantId, [{ id: planId, version: await raisePlacesVersion(tx, planId) }, ...left])
}
