import { plantDraft } from '@vigilux/contract/features/plants/plant.ts'
import { expect, test } from 'vitest'
import { demoBuildings } from './demo-buildings.ts'
import { nameOfLamp, nameOfUnit } from './demo-names.ts'
import { demoPlants } from './demo-plants.ts'
import { readEstate } from './estate-file.ts'
import { demoEstate } from './simulator-process.ts'

const enrolledUnits = readEstate(demoEstate).units.filter(({ plant }) => plant !== undefined)

test('every unit and lamp of a demo plant has a name and a place', () => {
  for (const unit of enrolledUnits) {
    const names = [
      nameOfUnit(unit),
      ...Array.from({ length: unit.lamps }, (_, at) => nameOfLamp(unit.plant ?? '', at + 1)),
    ]
    for (const name of names) {
      expect(name?.description, unit.serial).toMatch(/\S/)
      expect(name?.location, unit.serial).toMatch(/\S/)
    }
  }
})

test('all lamps of a unit have different names', () => {
  for (const { plant = '', lamps, serial } of enrolledUnits) {
    const names = Array.from({ length: lamps }, (_, at) => JSON.stringify(nameOfLamp(plant, at + 1)))
    expect(new Set(names).size, serial).toBe(lamps)
  }
})

test('only demo plants have lamp names', () => {
  expect(Object.keys(demoPlants).every((plant) => nameOfLamp(plant, 1) !== null)).toBe(true)
  expect(nameOfLamp('airport', 1)).toBeNull()
})

test('the demo plants match the plants of its units', () => {
  expect(new Set(enrolledUnits.map(({ plant }) => plant))).toEqual(new Set(Object.keys(demoPlants)))
  expect(Object.keys(demoPlants)).toHaveLength(14)
  expect(new Set(Object.keys(demoBuildings))).toEqual(new Set(Object.keys(demoPlants)))
})

test('the demo plants include a shared customer, Basic, expired Pro and nine countries', () => {
  const plants = Object.values(demoPlants)
  const owners = plants.flatMap(({ draft }) => draft.owner?.name ?? [])
  expect(owners.length - new Set(owners).size).toBe(1)
  expect(plants.filter(({ pro }) => !pro)).toHaveLength(1)
  expect(plants.filter(({ isExpired }) => isExpired)).toHaveLength(1)
  expect(new Set(plants.map(({ draft }) => draft.address.country)).size).toBeGreaterThanOrEqual(9)
  for (const { draft } of plants) expect(plantDraft.parse(draft)).toEqual(draft)
})
