import { expect, test } from 'vitest'
import { nameOfLamp, nameOfUnit } from './demo-names.ts'
import { demoPlants } from './demo-plants.ts'
import { readEstate } from './estate-file.ts'
import { demoEstate } from './simulator-process.ts'

const enrolled = readEstate(demoEstate).filter(({ plant }) => plant !== undefined)

test('every unit of a demo plant and every lamp of it has a name and a place', () => {
  for (const unit of enrolled) {
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

test('no two lamps of a unit are called the same', () => {
  for (const { plant = '', lamps, serial } of enrolled) {
    const names = Array.from({ length: lamps }, (_, at) => JSON.stringify(nameOfLamp(plant, at + 1)))
    expect(new Set(names).size, serial).toBe(lamps)
  }
})

test('a plant that is none of the demo gets no names', () => {
  expect(Object.keys(demoPlants).every((plant) => nameOfLamp(plant, 1) !== null)).toBe(true)
  expect(nameOfLamp('airport', 1)).toBeNull()
})
