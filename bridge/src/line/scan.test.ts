import { expect, it } from 'vitest'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { countUnaddressed } from './commissioning.ts'
import { type Found, findAt, hasUnaddressed, scanLine } from './scan.ts'

const identity = (number: number) =>
  ({ gtin: '9010342013607', id: BigInt(number), firmware: [3, 7], hardware: [1, 0] }) as const

it('reads the identity of each gear by its edition, and changes nothing', async () => {
  const gears = [
    emergencyGear(0),
    emergencyGear(5, { edition: 1, types: [1, 6] }),
    emergencyGear(9, { types: [1, 6, 8] }),
    emergencyGear(63, { types: [6] }),
  ]
  const { line, clock } = openBusLine(gears)
  const found: Found[] = []
  await clock.until(scanLine(line.run, (one) => found.push(one) > 0))
  expect(found).toHaveLength(64)
  const at = (short: number) => found.find((one) => one.short === short)
  expect(at(0)).toMatchObject({
    kind: 'gear',
    identity: { gtin: '9010342013607', identification: '00000000000003E8', firmware: '2.1', types: [1], edition: 2 },
  })
  expect(at(5)).toMatchObject({ identity: { identification: '000003ED', types: [1, 6], edition: 1 } })
  expect(at(9)).toMatchObject({ identity: { types: [1, 6, 8], edition: 2 } })
  expect(at(63)).toMatchObject({ identity: { types: [6], edition: null } })
  expect(found.filter(({ kind }) => kind === 'gear')).toHaveLength(4)
  expect(gears.map(({ short }) => short)).toEqual([0, 5, 9, 63])
})

it('names an address with several gears, and finds gear that misses single queries', async () => {
  const { line, clock, gears } = openBusLine([
    emergencyGear(4, { identity: identity(1), answerDelayMs: 6 }),
    emergencyGear(4, { identity: identity(2), answerDelayMs: 9 }),
    emergencyGear(6),
  ])
  const gear = gears[2]
  if (gear) gear.missNext = 2
  expect(await clock.until(findAt(line.run, 4))).toEqual({ short: 4, kind: 'several' })
  expect(await clock.until(findAt(line.run, 6))).toMatchObject({ kind: 'gear' })
  expect(await clock.until(findAt(line.run, 7))).toEqual({ short: 7, kind: 'nobody' })
})

it('names several gears also if their first answers coincide', async () => {
  const { line, clock } = openBusLine([
    emergencyGear(4, { identity: identity(1), answerDelayMs: 8 }),
    emergencyGear(4, { identity: identity(2), answerDelayMs: 8 }),
  ])
  expect(await clock.until(findAt(line.run, 4))).toEqual({ short: 4, kind: 'several' })
})

it('takes a gear that answers 255 to everything for no numbers', async () => {
  const gear = emergencyGear(2)
  gear.quirks.add('answers255')
  const { line, clock } = openBusLine([gear])
  expect(await clock.until(findAt(line.run, 2))).toEqual({
    short: 2,
    kind: 'gear',
    identity: { gtin: null, identification: null, firmware: null, types: [], edition: null, randomAddress: null },
  })
})

it('does not know what is at an address while the bus has no power', async () => {
  const { line, clock, bus } = openBusLine([emergencyGear(2)])
  bus.setPower(false)
  expect(await clock.until(findAt(line.run, 2))).toEqual({ short: 2, kind: 'unknown' })
})

it('counts gear without an address, and leaves it so', async () => {
  const gears = [1, 2, 3].map((number) => emergencyGear(number, { short: number === 2 ? 7 : null }))
  const { line, clock } = openBusLine(gears)
  expect(await clock.until(hasUnaddressed(line.run))).toBe('yes')
  expect(await clock.until(countUnaddressed(line.run, clock))).toBe(2)
  expect(gears.map(({ short }) => short)).toEqual([255, 7, 255])
})
