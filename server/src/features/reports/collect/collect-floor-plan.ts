import { buffer } from 'node:stream/consumers'
import { type CentralUnit, isGateway } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { PaperSize } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { readCatalogue } from '../../catalogue/index.ts'
import { listUnitsById, viewUnits } from '../../central-units/index.ts'
import { findFloorPlan, listPlacesOnPlan } from '../../floor-plans/index.ts'
import { viewLamps } from '../../lamps/index.ts'
import { findPlant } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { ReportOf } from '../reports.store.ts'

/** Data of a floor plan, before it is put into words. */
export type FloorPlanContent = {
  plantname: string
  owner: string
  timezone: string
  proof: DocumentStamp
  paper: PaperSize
  plan: { id: string; name: string; width: number; height: number; longSideM: number | null }
  /** The drawing, as WebP. */
  picture: Uint8Array
  /** Lamps with their positions, as fractions of width and height. */
  lamps: { lamp: Lamp; isExitSign: boolean; x: number; y: number }[]
  units: { unit: CentralUnit; isGateway: boolean; x: number; y: number }[]
  madeAt: Date
}

/** Reads a floor plan with the current states of its lamps and units. */
export const collectFloorPlan = async (
  tx: Tx,
  ports: Pick<Ports, 'settings' | 'files' | 'devices'>,
  { plantId, request: { planId, paper: paperSize } }: Pick<ReportOf<'floorPlan'>, 'plantId' | 'request'>,
  madeAt: Date,
): Promise<FloorPlanContent | 'FLOOR_PLAN_NOT_FOUND'> => {
  const { plantname, timezone, owner } = await findPlant(tx, plantId)
  const { plan, drawing } = (await findFloorPlan(tx, plantId, planId)) ?? {}
  const { width = null, height = null, largeId = null } = drawing ?? {}
  const pictureStream = largeId === null ? null : await ports.files.get(largeId)
  if (!plan || !pictureStream || width === null || height === null) return 'FLOOR_PLAN_NOT_FOUND'
  const places = await listPlacesOnPlan(tx, plantId, planId)
  const { products } = await readCatalogue(tx)
  const keyOf = (unit: string, addr: number) => `${unit}.${addr}`
  const placedLamps = places.flatMap(({ addr, ...place }) => (addr === null ? [] : [{ ...place, addr }]))
  const lamps = new Map((await viewLamps(tx, placedLamps)).map((lamp) => [keyOf(lamp.cu, lamp.id), lamp]))
  const unitPlaces = places.filter(({ addr }) => addr === null)
  const rows = await listUnitsById(
    tx,
    unitPlaces.map(({ centralUnitId }) => centralUnitId),
  )
  const units = new Map(
    (await viewUnits({ tx, ports, now: madeAt }, rows)).map((unit) => [`${unit.cu_type}_${unit.cu_id}`, unit]),
  )
  return {
    plantname,
    timezone,
    owner: owner?.name ?? '',
    proof: await readDocumentStamp(tx, ports, { plantId, at: madeAt }),
    paper: paperSize,
    madeAt,
    plan: { id: plan.id, name: plan.name, width, height, longSideM: plan.longSideM },
    picture: await buffer(pictureStream),
    lamps: placedLamps.flatMap(({ topic, addr, x, y }) => {
      const lamp = lamps.get(keyOf(topic, addr))
      return lamp ? [{ lamp, isExitSign: products.get(lamp.product_code ?? '')?.kind === 'exitSign', x, y }] : []
    }),
    units: unitPlaces.flatMap(({ topic, x, y }) => {
      const unit = units.get(topic)
      return unit ? [{ unit, isGateway: isGateway(ports.devices.types[unit.cu_type]?.facts), x, y }] : []
    }),
  }
}
