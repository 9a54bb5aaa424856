import { Readable } from 'node:stream'
import type { Product } from '../composition/product.ts'
import { storeFile } from '../features/files/index.ts'
import {
  fillPlan,
  floorPlanUploads,
  listFloorPlans,
  type PlacedLamp,
  unitPlaceSerial,
} from '../features/floor-plans/index.ts'
import type { User } from '../kernel/caller.ts'
import { refusable } from '../kernel/work.ts'
import { demoBuildings } from './demo-buildings.ts'
import { findDemoCaller } from './demo-caller.ts'
import { besideLamps, cornersOf, drawFloor, floorSize, placesOfFloor, spreadEvenly } from './demo-floor.ts'
import type { SeededPlaces } from './seed-past.ts'

/** Number of drawn floors per plant of the demo. */
const drawnFloors: Readonly<Record<string, number>> = { hospital: 2, logistics: 1, school: 1 }

type Floor = SeededPlaces & { floor: number; drawing: Uint8Array }

/** Uploads a drawing of one floor like a person, and places its lamps, units and rooms. */
const seedPlan = async ({ ports, inTransaction }: Product, uploader: User, floorToSeed: Floor): Promise<void> => {
  const { key, plantId, floors, rooms, lamps, units, floor, drawing } = floorToSeed
  const [building, room] = [demoBuildings[key], floors[floor]]
  if (!building || !room) return
  const storeParts = { files: ports.files, inTransaction, quotaMb: ports.settings.filesQuotaMb }
  const fileTarget = {
    plantId,
    ownerKind: 'floorplan',
    name: `${room.name}.svg`,
    types: floorPlanUploads.floorplan.types,
  }
  const fileFields = {
    ...fileTarget,
    bytes: drawing.length,
    createdBy: uploader.userId,
    at: ports.clock.now(),
    expiresAt: null,
  }
  await storeFile(storeParts, fileFields, Readable.from([drawing]), new AbortController().signal, {
    keep: async (work, file) => {
      const grant = { kind: 'floorplan', of: plantId, bytes: drawing.length, detail: room.id }
      const storedPlan = await floorPlanUploads.floorplan.store(
        { work: refusable(work), caller: uploader, leave: grant },
        file,
      )
      const floorPlaces = placesOfFloor(building)
      const placed = floorPlaces.flatMap((drawnPlace): PlacedLamp[] => {
        const mountedLamps = lamps.filter((lamp) => lamp.floor === floor && lamp.place === drawnPlace.place)
        const lampSpots = spreadEvenly(drawnPlace, mountedLamps.length)
        const standingUnits = units.filter((unit) => unit.floor === floor && unit.place === drawnPlace.place)
        return [
          ...mountedLamps.map(({ centralUnitId, serial }, at) => ({
            centralUnitId,
            serial,
            ...(lampSpots[at] ?? { x: 0.5, y: 0.5 }),
          })),
          ...standingUnits.map(({ centralUnitId }, at) => ({
            centralUnitId,
            serial: unitPlaceSerial,
            ...besideLamps(drawnPlace, at, standingUnits.length),
          })),
        ]
      })
      const outlines = floorPlaces.flatMap((drawnPlace) => {
        const floorRoom = rooms[floor]?.[drawnPlace.place]
        return floorRoom ? [{ roomId: floorRoom.id, outline: cornersOf(drawnPlace) }] : []
      })
      const plan = (await listFloorPlans(work.tx, plantId)).at(-1)?.plan
      if (plan) await fillPlan(work.tx, plan, { longSideM: floorSize.longSideM, placed, outlines })
      return storedPlan
    },
  })
}

/**
 * Floor plans of the demo, drawn here and uploaded through the product's own entry; the usual job renders their
 * pictures.
 */
export const seedPlans = async (product: Product, plants: readonly SeededPlaces[]): Promise<void> => {
  const { db } = product.database
  const uploader = plants.length > 0 ? await findDemoCaller(db, { name: 'installer' }) : null
  if (!uploader) return
  for (const plant of plants) {
    const building = demoBuildings[plant.key]
    const count = building ? (drawnFloors[plant.key] ?? 0) : 0
    const drawing = building && Buffer.from(drawFloor(building))
    for (let floor = 0; drawing && floor < count; floor++)
      await seedPlan(product, uploader, { ...plant, floor, drawing })
  }
}
