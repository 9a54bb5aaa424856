import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { estate, uniformEstate } from './estate.ts'
import { unitWireOf, unitWires } from './unit-wires.ts'

const demo = estate.parse(JSON.parse(readFileSync(new URL('../estates/demo.json', import.meta.url), 'utf8')))

test('the demo estate has valid and unique serials and lamps', () => {
  for (const { type, serial, lamps } of demo.units) {
    expect(serial).toHaveLength(unitWireOf(type).facts.serialDigits)
    expect(lamps).toBeLessThanOrEqual(unitWireOf(type).facts.maxLamps)
  }
  expect(new Set(demo.units.map(({ type, serial }) => `${type}_${serial}`)).size).toBe(demo.units.length)
})

test('the demo estate has units for full, free, bound and refusing cases', () => {
  expect(demo.units.some(({ type, lamps }) => lamps === unitWireOf(type).facts.maxLamps)).toBe(true)
  for (const {
    facts: { cu_type: cuType },
  } of unitWires) {
    const isFree = demo.units.some(
      (unit) => unit.type === cuType && !unit.enrolled && !unit.boundElsewhere && !unit.fault,
    )
    expect(isFree, cuType).toBe(true)
  }
  expect(demo.units.some(({ boundElsewhere }) => boundElsewhere)).toBe(true)
  expect(demo.units.some(({ fault }) => fault?.name === 'enrolment-not-enabled')).toBe(true)
})

test('each enrolled unit of the demo has a plant, and no other unit has one', () => {
  for (const { enrolled, plant } of demo.units) expect(plant !== undefined).toBe(enrolled)
})

test('a uniform estate counts its serials from 1 in hex', () => {
  const { units } = uniformEstate(unitWireOf('logica'), 17, 5, 1)
  expect(units.map(({ serial }) => serial).slice(-2)).toEqual(['000010', '000011'])
  expect(() => unitWireOf('toaster')).toThrow('toaster')
})
