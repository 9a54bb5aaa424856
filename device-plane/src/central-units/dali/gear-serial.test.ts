import { serialChecksum } from '@vigilux/contract/features/configuration/serial-list.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GearIdentity, gearSerial } from './gear-serial.ts'

const gear = { gtin: '4052899012345', identification: '0000000012AB34CD' } satisfies GearIdentity
const numbered = fc.record({
  gtin: fc.stringMatching(/^\d{13}$/),
  identification: fc.stringMatching(/^[0-9A-F]{16}$/),
})
const unnumbered = fc.record({
  line: fc.integer({ min: 1, max: 4 }),
  randomAddress: fc.stringMatching(/^[0-9A-F]{6}$/),
})
const identity = fc.oneof(numbered, unnumbered)

test('the same gear always gets the same serial', () => {
  const taken = new Set<string>()
  expect(gearSerial(gear, taken)).toBe(gearSerial({ ...gear }, taken))
  expect(gearSerial(gear, taken)).toMatch(/^[0-9A-F]{8}$/)
  expect(gearSerial({ ...gear, gtin: '4052899012346' }, taken)).not.toBe(gearSerial(gear, taken))
  expect(gearSerial({ line: 1, randomAddress: '0A1B2C' }, taken)).not.toBe(
    gearSerial({ line: 2, randomAddress: '0A1B2C' }, taken),
  )
})

test('a serial ends with the CRC-8 of its first three bytes, and differs from those taken', () => {
  fc.assert(
    fc.property(fc.array(identity, { maxLength: 64 }), (gears) => {
      const taken = new Set<string>()
      for (const one of gears) {
        const serial = gearSerial(one, taken)
        expect(serial.slice(6)).toBe(serialChecksum(serial))
        expect(taken).not.toContain(serial)
        taken.add(serial)
      }
    }),
  )
})

test('a clash takes the next free hash', () => {
  const first = gearSerial(gear, new Set())
  const second = gearSerial(gear, new Set([first]))
  const third = gearSerial(gear, new Set([first, second]))
  const hashOf = (serial: string) => Number.parseInt(serial.slice(0, 6), 16)
  expect([second, third].map(hashOf)).toEqual([1, 2].map((step) => (hashOf(first) + step) % 2 ** 24))
})
