import type { VirtualGear } from '@vigilux/simulator/dali-bus/virtual-gear.ts'
import { expect, it } from 'vitest'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { commission } from './commissioning.ts'

const all = Array.from({ length: 64 }, (_, short) => short)
const none = 255
/** Gear with an unknown address. */
const fresh = (number: number, more: Parameters<typeof emergencyGear>[1] = {}) =>
  emergencyGear(number, { short: null, ...more })

const open = (gears: VirtualGear[]) => {
  const opened = openBusLine(gears)
  const { clock, line } = opened
  const log: string[] = []
  opened.bus.listen((traffic) => {
    if (traffic.kind === 'forward') log.push(traffic.frame.data.map((byte) => byte.toString(16)).join(' '))
  })
  const run = (free: readonly number[] = all, duplicates: readonly number[] = []) =>
    clock.until(commission({ run: line.run, clock, free, duplicates }))
  return { ...opened, log, run, shorts: () => gears.map(({ short }) => short) }
}

it('gives each gear without an address one of its own, and leaves the others', async () => {
  const { run, shorts, log } = open([emergencyGear(3), ...[10, 11, 12, 13].map((number) => fresh(number))])
  expect(await run(all.filter((short) => short !== 3))).toEqual({ kind: 'ended', unaddressed: 0 })
  expect(shorts().toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4])
  expect(shorts()[0]).toBe(3)
  expect(log.slice(0, 4)).toEqual(['a5 ff', 'a5 ff', 'a7 0', 'a7 0'])
  expect(log.at(-1)).toBe('a1 0')
})

it('finds no phantom and loses no gear although answers to COMPARE go missing', async () => {
  const gears = [1, 2, 3].map((number) => fresh(number))
  const { run, shorts, bus } = open(gears)
  let compares = 0
  bus.listen((traffic) => {
    const [victim] = gears
    if (traffic.kind === 'forward' && traffic.frame.data[0] === 0xa9 && ++compares % 7 === 3 && victim)
      victim.missNext = 1
  })
  expect(await run()).toEqual({ kind: 'ended', unaddressed: 0 })
  expect(new Set(shorts())).toEqual(new Set([0, 1, 2]))
})

it('tells apart gears that drew the same random address', async () => {
  const draws = [0.25, 0.25, 0.4, 0.6]
  const random = () => draws.shift() ?? 0.9
  const { run, shorts } = open([1, 2].map((number) => fresh(number, { random, answerDelayMs: 8 })))
  expect(await run()).toEqual({ kind: 'ended', unaddressed: 0 })
  expect(new Set(shorts())).toEqual(new Set([0, 1]))
})

it('gives up gears that draw the same random address again and again, and leaves them without an address', async () => {
  const { run, shorts, log } = open([1, 2].map((number) => fresh(number, { random: () => 0.25 })))
  expect(await run()).toEqual({ kind: 'failed', why: 'notDistinguished', unaddressed: 1 })
  expect(shorts()).toEqual([none, none])
  expect(log.at(-1)).toBe('a1 0')
})

it('names a line that has more than 64 gears', async () => {
  const gears = [...all.map((short) => emergencyGear(short)), fresh(64)]
  const { run, shorts } = open(gears)
  expect(await run([])).toEqual({ kind: 'failed', why: 'lineFull', unaddressed: 1 })
  expect(shorts()[64]).toBe(none)
})

it('separates gears that share an address', async () => {
  const { run, shorts } = open([emergencyGear(7), emergencyGear(8, { short: 7 }), emergencyGear(0)])
  expect(
    await run(
      all.filter((short) => short !== 0 && short !== 7),
      [7],
    ),
  ).toEqual({ kind: 'ended', unaddressed: 0 })
  expect(new Set(shorts()).size).toBe(3)
  expect(shorts()[2]).toBe(0)
})

it('accepts gear that never answers VERIFY', async () => {
  const gear = fresh(1)
  gear.quirks.add('failsVerify')
  const { run, shorts } = open([gear])
  expect(await run()).toEqual({ kind: 'ended', unaddressed: 0 })
  expect(shorts()).toEqual([0])
})

it('ends the initialisation also after the bus lost its power', async () => {
  const { clock, bus, line, log } = open([1, 2].map((number) => fresh(number)))
  const running = commission({ run: line.run, clock, free: all })
  await clock.advance(3_000)
  bus.setPower(false)
  expect(await clock.until(running)).toEqual({ kind: 'failed', why: 'lost', unaddressed: null })
  expect(log.at(-1)).not.toBe('a1 0')
})
