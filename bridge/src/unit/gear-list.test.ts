import { expect, it } from 'vitest'
import type { GearIdentity } from '../line/gear.ts'
import type { Found } from '../line/scan.ts'
import { addrOf, mergeScan, placeAt } from './gear-list.ts'

const identity = (number: number | null, types: readonly number[] = [1]): GearIdentity => ({
  gtin: '9010342013607',
  identification: number === null ? null : number.toString(16).toUpperCase().padStart(16, '0'),
  firmware: '2.1',
  edition: 2,
  types,
  randomAddress: 1000 + (number ?? 0),
})
const gear = (short: number, number: number | null, types?: readonly number[]): Found => ({
  short,
  kind: 'gear',
  identity: identity(number, types),
})
const nobody = (...shorts: number[]): Found[] => shorts.map((short) => ({ short, kind: 'nobody' }))
const states = ({ scanned }: ReturnType<typeof mergeScan>) => scanned.map(({ address, state }) => `${address} ${state}`)

it('counts addresses line by line', () => {
  expect([addrOf({ line: 1, short: 0 }), addrOf({ line: 2, short: 19 }), addrOf({ line: 4, short: 63 })]).toEqual([
    1, 84, 256,
  ])
  expect([1, 84, 256].map((addr) => placeAt(addr))).toEqual([
    { line: 1, short: 0 },
    { line: 2, short: 19 },
    { line: 4, short: 63 },
  ])
})

it('knows gear again, keeps what is missing, and names what is new', () => {
  const first = mergeScan([], 1, [gear(0, 1), gear(1, 2)])
  const second = mergeScan(first.gears, 1, [gear(5, 2), gear(6, 3), ...nobody(0, 1)])
  expect(states(second)).toEqual(['0 missing', '5 known', '6 new'])
  expect(second.gears.map(({ short }) => short)).toEqual([0, 5, 6])
  expect(second.gears[1]?.serial).toBe(first.gears[1]?.serial)
  expect(mergeScan(second.gears, 1, [gear(5, 2), ...nobody(0, 6)], true).gears.map(({ short }) => short)).toEqual([5])
})

it('leaves gear alone whose address could not be read, and other lines too', () => {
  const first = mergeScan(mergeScan([], 2, [gear(3, 9)]).gears, 1, [gear(0, 1)])
  const second = mergeScan(first.gears, 1, [{ short: 0, kind: 'unknown' }], true)
  expect(second.gears).toEqual(first.gears)
})

it('gives gear with the same numbers different serials', () => {
  const { gears } = mergeScan([], 1, [gear(0, 1), gear(1, 1)])
  expect(new Set(gears.map(({ serial }) => serial)).size).toBe(2)
})

it('puts another gear in the place of the one before, with its name', () => {
  const [stored] = mergeScan([], 1, [gear(0, 1)]).gears
  if (!stored) return expect.unreachable()
  const { gears, scanned } = mergeScan([{ ...stored, name: 'Stair 2' }], 1, [gear(0, 7)])
  expect([gears.length, gears[0]?.name, scanned[0]?.state]).toEqual([1, 'Stair 2', 'new'])
  expect(gears[0]?.serial).not.toBe(stored.serial)
})

it('makes one lamp of the two drivers of a luminaire', () => {
  const { gears } = mergeScan([], 1, [gear(4, 1, [6]), gear(9, 1), gear(10, 2, [6])])
  expect(gears.map(({ short, pairedWith }) => [short, pairedWith])).toEqual([
    [9, 4],
    [10, null],
  ])
})

it('names an address that several gears share', () => {
  const first = mergeScan([], 1, [gear(0, 1)])
  const { gears, scanned } = mergeScan(first.gears, 1, [{ short: 0, kind: 'several' }])
  expect(scanned).toEqual([{ address: 0, serial: null, state: 'duplicate' }])
  expect(gears).toEqual(first.gears)
})

it('knows gear without numbers by its random address', () => {
  const first = mergeScan([], 1, [gear(0, null)])
  expect(mergeScan(first.gears, 1, [gear(3, null), ...nobody(0)]).gears).toMatchObject([
    { short: 3, serial: first.gears[0]?.serial },
  ])
})
