import { maxLampAddress } from '../addresses.ts'
import { type LampState, nameOfLamp, type PlantState, type UnitState } from '../plant-state.ts'
import {
  lampPoints,
  type Point,
  plantPoints,
  type Reading,
  readLampPoint,
  readPlantPoint,
  readUnitPoint,
  unitPoints,
} from '../points.ts'
import type { ObjectId } from './encoding.ts'
import { type ObjectType, objectTypes } from './numbers.ts'

/** A point as an object of the device. */
export type PointObject = {
  id: ObjectId
  name: string
  description: string
  point: Point<never>
  reading: Reading
  /** The unit whose test it starts; null for a read-only object. */
  testOf: UnitState | null
}

/** Instance = unit × 10,000 + lamp × 10 + number of the point among those of its object type; the plant is unit 0. */
export const perUnit = 10_000
export const perLamp = 10

const typeOf = <Of>(point: Point<Of>): ObjectType => {
  if (point.kind === 'binary') return objectTypes.binaryInput
  if (point.kind === 'state') return point.isWritable ? objectTypes.multiStateValue : objectTypes.multiStateInput
  return objectTypes.analogInput
}

export type NumberedPoint<Of> = { point: Point<Of>; type: ObjectType; number: number }

/** Points with their numbers among those of the same object type. */
const numberPoints = <Of>(points: readonly Point<Of>[]): NumberedPoint<Of>[] => {
  const used = new Map<ObjectType, number>()
  return points.map((point) => {
    const type = typeOf(point)
    const number = used.get(type) ?? 0
    used.set(type, number + 1)
    return { point, type, number }
  })
}

export const numberedPlantPoints = numberPoints(plantPoints)
export const numberedUnitPoints = numberPoints(unitPoints)
export const numberedLampPoints = numberPoints(lampPoints)

const objectOfPlant = ({ point, type, number }: NumberedPoint<PlantState>, plant: PlantState): PointObject => ({
  id: { type, instance: number },
  name: `plant.${point.id}`,
  description: `${plant.name}: ${point.name}`,
  point,
  reading: readPlantPoint(point, plant),
  testOf: null,
})

const objectOfUnit = ({ point, type, number }: NumberedPoint<UnitState>, unit: UnitState): PointObject => ({
  id: { type, instance: unit.number * perUnit + number },
  name: `${unit.topic}.${point.id}`,
  description: `${unit.name}: ${point.name}`,
  point,
  reading: readUnitPoint(point, unit),
  testOf: type === objectTypes.multiStateValue ? unit : null,
})

const objectOfLamp = ({ point, type, number }: NumberedPoint<LampState>, lamp: LampState): PointObject => ({
  id: { type, instance: lamp.unit.number * perUnit + lamp.id * perLamp + number },
  name: `${lamp.unit.topic}.lamp-${lamp.id}.${point.id}`,
  description: `${lamp.unit.name}, ${[nameOfLamp(lamp), lamp.location].filter(Boolean).join(', ')}: ${point.name}`,
  point,
  reading: readLampPoint(point, lamp),
  testOf: null,
})

/** The object with an id; undefined if there is none. */
export const findObject = (plant: PlantState, id: ObjectId): PointObject | undefined => {
  const unitNumber = Math.floor(id.instance / perUnit)
  const inUnit = id.instance % perUnit
  const lampId = Math.floor(inUnit / perLamp)
  const matches = ({ type, number }: { type: ObjectType; number: number }) =>
    type === id.type && number === inUnit % perLamp
  if (unitNumber === 0) {
    const numbered = lampId === 0 ? numberedPlantPoints.find(matches) : undefined
    return numbered && objectOfPlant(numbered, plant)
  }
  const unit = plant.unitByNumber.get(unitNumber)
  if (!unit || lampId > maxLampAddress) return undefined
  if (lampId === 0) {
    const numbered = numberedUnitPoints.find(matches)
    return numbered && objectOfUnit(numbered, unit)
  }
  const lamp = unit.lampById.get(lampId)
  const numbered = lamp && numberedLampPoints.find(matches)
  return numbered && objectOfLamp(numbered, lamp)
}

/** The object with a name; undefined if there is none. */
export const findObjectByName = (plant: PlantState, name: string): PointObject | undefined => {
  const [owner = '', second = '', third] = name.split('.')
  if (owner === 'plant') {
    const numbered = numberedPlantPoints.find(({ point }) => point.id === second)
    return numbered && third === undefined ? objectOfPlant(numbered, plant) : undefined
  }
  const unit = plant.units.find(({ topic }) => topic === owner)
  if (!unit) return undefined
  if (third === undefined) {
    const numbered = numberedUnitPoints.find(({ point }) => point.id === second)
    return numbered && objectOfUnit(numbered, unit)
  }
  const lamp = unit.lampById.get(Number(/^lamp-(\d+)$/.exec(second)?.[1]))
  const numbered = lamp && numberedLampPoints.find(({ point }) => point.id === third)
  return numbered && objectOfLamp(numbered, lamp)
}

const lists = new WeakMap<PlantState, ObjectId[]>()

/** Ids of all objects but the device, in a stable order. */
export const listObjects = (plant: PlantState): readonly ObjectId[] => {
  const known = lists.get(plant)
  if (known) return known
  const idOf = (first: number, { type, number }: { type: ObjectType; number: number }): ObjectId => ({
    type,
    instance: first + number,
  })
  const ids = [
    ...numberedPlantPoints.map((numbered) => idOf(0, numbered)),
    ...plant.units.flatMap((unit) => [
      ...numberedUnitPoints.map((numbered) => idOf(unit.number * perUnit, numbered)),
      ...unit.lamps.flatMap((lamp) =>
        numberedLampPoints.map((numbered) => idOf(unit.number * perUnit + lamp.id * perLamp, numbered)),
      ),
    ]),
  ]
  lists.set(plant, ids)
  return ids
}
