import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addReported, packReadings, type Readings, unpackReadings } from './day-readings.ts'
import { pack, unpack } from './packed-columns.ts'

describe('packed numbers', () => {
  it('are unpacked unchanged', () => {
    const integer = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 63, 64, -64, -65, 2 ** 52 - 1, 1 - 2 ** 52))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 8 }), integer, integer)), (lamps) => {
        const columns = [lamps.map(([, one]) => one), lamps.map(([, , second]) => second)].map((all) =>
          Float64Array.from(all),
        )
        const columnData = { serials: lamps.map(([serial]) => serial), columns, slots: 1 }
        expect(unpack(pack(columnData))).toEqual(columnData)
      }),
    )
  })

  it('are refused when truncated', () => {
    const packed = pack({ serials: ['A1B2C3'], columns: [Float64Array.of(1, 2)], slots: 2 })
    expect(() => unpack(packed.subarray(0, -3))).toThrow()
  })
})

describe('day readings', () => {
  const createTelemetry = (energy: (number | null)[], first = 0) => ({
    first,
    count: energy.length,
    lamps: [
      [7, 'A1B2C3', 400, energy, energy] as [number, string, number | null, (number | null)[], (number | null)[]],
    ],
  })

  it('keep reported values and gaps', () => {
    const readings: Readings = new Map()
    addReported(readings, createTelemetry([5, null, 0xffff_ffff, 3], 92))
    const day = readings.get(0) ?? new Map()
    expect(unpackReadings(packReadings(day))).toEqual(day)
  })

  it('keep the first value and fill gaps later', () => {
    const readings: Readings = new Map()
    expect([...addReported(readings, createTelemetry([5, null, 6]))]).toEqual([0, 1, 2])
    expect([...addReported(readings, createTelemetry([5, null, 6]))]).toEqual([])
    expect([...addReported(readings, createTelemetry([9, 5, null]))]).toEqual([1])
    expect([...(readings.get(0)?.get('A1B2C3')?.energy.slice(0, 3) ?? [])]).toEqual([5, 5, 6])
  })
})
