import { machineClock } from '@vigilux/simulator/dali-bus/bus-clock.ts'
import { DaliBus } from '@vigilux/simulator/dali-bus/dali-bus.ts'
import { LunatoneGateway } from '@vigilux/simulator/dali-bus/lunatone-gateway.ts'
import { ManualClock } from '@vigilux/simulator/testing/manual-clock.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emergencyGear } from '../testing/virtual-gear.ts'
import type { GatewayEvent, OutgoingFrame } from './gateway.ts'
import { Lunatone } from './lunatone.ts'

const gears = [0, 1].map((number) => emergencyGear(number))
const buses = [new DaliBus(machineClock, gears), new DaliBus(machineClock, [])]
let server: LunatoneGateway
let driver: Lunatone
let clock: ManualClock
let events: GatewayEvent[]
let isProbeAnswered = true

const frame = (data: readonly [number, number], more: Partial<OutgoingFrame> = {}): OutgoingFrame => ({
  data,
  isTwice: false,
  expectsAnswer: true,
  priority: 3,
  ...more,
})
const kinds = () => events.map(({ kind }) => kind)
const isOpen = () => vi.waitFor(() => expect(driver.info).not.toBeNull())

beforeEach(async () => {
  server = new LunatoneGateway({ lines: buses, clock: machineClock })
  const port = await server.listen()
  clock = new ManualClock()
  events = []
  isProbeAnswered = true
  const probe = async () => isProbeAnswered
  driver = new Lunatone({ url: `ws://127.0.0.1:${port}`, clock, random: () => 0.5, probe })
  driver.listen((event) => events.push(event))
  driver.open()
  await isOpen()
})
afterEach(async () => {
  driver.close()
  await server.close()
})

it('reads the greeting and the power of the lines', async () => {
  expect(driver.info).toEqual({ name: 'dali-iot', firmware: 'v1.4.1/1.0.9', protocol: '1.0', lines: 2 })
  buses[1]?.setPower(false)
  await vi.waitFor(() => expect(events).toContainEqual({ kind: 'bus', line: 1, status: 'noPower' }))
  expect(await driver.send(1, frame([1, 0x91]))).toEqual({ isSent: false, why: 'noPower' })
  buses[1]?.setPower(true)
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ kind: 'bus', line: 1, status: 'powered' }))
})

it('returns answers, silence and garbled answers apart', async () => {
  const answer = (kind: string, value?: number) => ({
    isSent: true,
    answer: value === undefined ? { kind } : { kind, value },
  })
  expect(await driver.send(0, frame([0x01, 0xa0]))).toEqual(answer('byte', 254))
  expect(await driver.send(0, frame([0x21, 0xa0]))).toEqual(answer('none'))
  expect(await driver.send(0, frame([0xff, 0x91]))).toEqual(answer('garbled'))
  expect(await driver.send(0, frame([0xff, 0x25], { isTwice: true, expectsAnswer: false }))).toEqual(answer('none'))
  expect(await driver.send(7, frame([0xff, 0x25]))).toEqual({ isSent: false, why: 'noLine' })
})

it('reports frames of other masters, and not its own', async () => {
  await driver.send(0, frame([0xff, 0x05], { isTwice: true, expectsAnswer: false }))
  await buses[0]?.send({ bits: 24, data: [1, 2, 3] }, 3, 'sensor')
  await buses[0]?.send({ bits: 16, data: [0xff, 0x05] }, 3, 'other')
  await vi.waitFor(() =>
    expect(events.filter(({ kind }) => kind === 'foreign')).toEqual([
      { kind: 'foreign', line: 0, bits: 24, data: [1, 2, 3] },
      { kind: 'foreign', line: 0, bits: 16, data: [0xff, 0x05] },
    ]),
  )
})

it.each([
  [1, 'noPower'],
  [2, 'busy'],
  [4, 'bufferFull'],
  [6, 'nonsense'],
  [61, 'collision'],
  [63, 'timeout'],
  [99, 'nonsense'],
])('understands the result %i', async (result, why) => {
  server.mischief = { kind: 'refuses', result }
  expect(await driver.send(0, frame([0x01, 0xa0]))).toEqual({ isSent: false, why })
})

it('gives up a frame that is never confirmed, drops its late answer, and connects again after three', async () => {
  server.mischief = { kind: 'silent' }
  for (let n = 0; n < 3; n++) {
    const sending = driver.send(0, frame([0x01, 0xa0]))
    await clock.advance(n === 0 ? 1_999 : 3_999)
    expect(kinds()).not.toContain('closed')
    await clock.advance(1)
    expect(await sending).toEqual({ isSent: false, why: 'timeout' })
  }
  expect(events.at(-1)).toEqual({ kind: 'closed', why: 'the gateway confirms no frame' })
  expect(await driver.send(0, frame([0x01, 0xa0]))).toEqual({ isSent: false, why: 'gatewayGone' })
  server.mischief = null
  await clock.advance(1_000)
  await isOpen()
  expect(await driver.send(0, frame([0x01, 0xa0]))).toMatchObject({ isSent: true })
})

it('ends a frame when the gateway closes in the middle, and waits longer before each attempt', async () => {
  server.mischief = { kind: 'closesInFrame' }
  for (const waitMs of [1_000, 2_000, 4_000]) {
    expect(await driver.send(0, frame([0x01, 0xa0]))).toEqual({ isSent: false, why: 'gatewayGone' })
    await clock.advance(waitMs - 1)
    expect(driver.info).toBeNull()
    await clock.advance(1)
    await isOpen()
  }
})

it('survives rubbish, and connects again after too much of it', async () => {
  server.mischief = { kind: 'rubbish' }
  const sending = driver.send(0, frame([0x01, 0xa0]))
  await vi.waitFor(() => expect(kinds().filter((kind) => kind === 'nonsense')).toHaveLength(4))
  await clock.advance(2_000)
  expect(await sending).toEqual({ isSent: false, why: 'timeout' })
  for (let n = 0; n < 4; n++) {
    const next = driver.send(0, frame([0x01, 0xa0]))
    await clock.advance(2_000)
    await vi.waitFor(() => expect(kinds().filter((kind) => kind === 'nonsense').length).toBeGreaterThan(4 + n))
    await clock.advance(2_000)
    await next
    if (kinds().includes('closed')) break
  }
  expect(kinds()).toContain('closed')
})

it('takes no answer of another line for its own', async () => {
  server.mischief = { kind: 'otherLine' }
  const sending = driver.send(0, frame([0x01, 0xa0]))
  await vi.waitFor(() => expect(server.connections).toBe(1))
  await clock.advance(2_000)
  expect(await sending).toEqual({ isSent: false, why: 'timeout' })
})

it('leaves a gateway that hangs, although its socket stays open', async () => {
  isProbeAnswered = false
  await clock.advance(30_000)
  expect(kinds()).not.toContain('closed')
  await clock.advance(30_000)
  expect(events.at(-1)).toEqual({ kind: 'closed', why: 'the gateway does not answer GET /info' })
})
