import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { expect, test } from 'vitest'
import { countLamps, listFreeLamps, listZoneLamps } from './zone-lamps.ts'

const lamp = (cu: string, id: number, type = 'lighting') => ({ cu, id, type }) as Lamp
const lamps = [lamp('a', 1), lamp('a', 2), lamp('a', 3, 'emergency'), lamp('b', 1), lamp('b', 2)]
const zone = (id: string, addrsByUnit: Record<string, number[]>) => ({
  id,
  name: id,
  version: 1,
  lamps: Object.entries(addrsByUnit).map(([topic, addrs]) => ({ topic, addrs })),
})
const hallZone = zone('hall', { a: [1], b: [2] })

test('lamps of a zone match by unit and number and are counted over units', () => {
  expect(listZoneLamps(hallZone, lamps)).toEqual([lamps[0], lamps[4]])
  expect(countLamps(hallZone)).toBe(2)
})

test('lighting lamps without a zone are free', () => {
  expect(listFreeLamps([hallZone, zone('bar', { b: [1] })], lamps)).toEqual([lamps[1]])
})
