import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { safetyOfUnit } from '@vigilux/contract/features/central-units/unit-safety.rules.ts'
import { stateOfUnit } from '@vigilux/contract/features/central-units/unit-state.ts'
import type { PlanDevice } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import type { Mark, MarkShape } from './canvas/draw-marks.ts'
import type { Spot } from './draft.ts'

/** A lamp or a unit, as shown on plans. */
export type Placeable = {
  key: string
  shape: MarkShape
  topic: string
  /** The number of a lamp, the serial of a unit. */
  label: string
  serial: string
  description: string
  location: string
  state: StateName
  faults: number
  /** Null for a unit. */
  lamp: Lamp | null
}

export const keyOf = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** The device of a key; a unit's key is its topic, without a position. */
export const parseDeviceKey = (key: string): PlanDevice => {
  const at = key.lastIndexOf('.')
  return at < 0 ? { topic: key, addr: null } : { topic: key.slice(0, at), addr: Number(key.slice(at + 1)) }
}
export const keyOfDevice = ({ topic, addr }: PlanDevice): string => (addr === null ? topic : `${topic}.${addr}`)

const shapes: Readonly<Record<string, MarkShape>> = { emergency: 'circle', lighting: 'square' }

/** The product determines whether a lamp is an exit sign. */
export const placeableLamp = (lamp: Lamp, exitSigns: ReadonlySet<string>): Placeable => ({
  key: keyOf(lamp),
  topic: lamp.cu,
  label: lampNumber(lamp.id),
  serial: lamp.serial,
  lamp,
  description: lamp.description,
  location: lamp.location,
  state: lamp.condition,
  faults: lamp.errors.length,
  shape: exitSigns.has(lamp.product_code ?? '') ? 'sign' : (shapes[lamp.type] ?? 'diamond'),
})

export const placeableUnit = (unit: CentralUnit, isGateway: boolean): Placeable => ({
  key: topicOf(unit),
  topic: topicOf(unit),
  label: unit.cu_id,
  serial: unit.cu_id,
  lamp: null,
  description: unit.description,
  location: unit.cu_location,
  state: stateOfUnit(unit),
  faults: safetyOfUnit(unit).faults.length,
  shape: isGateway ? 'triangle' : 'hexagon',
})

/** The mark of a device on the plan. */
export const markOf = ({ key, state, label, shape }: Placeable, [x, y]: Spot): Mark => ({
  key,
  x,
  y,
  tone: styleOf(state).tone,
  label,
  shape,
})
