import { expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { DaliBus } from './dali-bus.ts'
import { lineOf, logTraffic } from './frame-log.ts'
import type { Priority, SendOutcome } from './frames.ts'
import { VirtualGear } from './virtual-gear.ts'

const identity = { gtin: '9010342013607', id: 0x0102030405060708n, firmware: [2, 1], hardware: [1, 0] } as const

const openBus = (gears: VirtualGear[]) => {
  const clock = new ManualClock()
  const bus = new DaliBus(clock, gears)
  const send = (data: readonly number[], priority: Priority = 5): Promise<SendOutcome> =>
    clock.until(bus.send({ bits: 16, data }, priority, 'test'))
  const twice = async (data: readonly number[]) => {
    await send(data, 3)
    return send(data, 1)
  }
  const ask = async (data: readonly number[]): Promise<number | string> => {
    const { heard } = await send(data)
    return heard.kind === 'byte' ? heard.value : heard.kind
  }
  return { clock, bus, send, twice, ask }
}
const gear = (options: Partial<ConstructorParameters<typeof VirtualGear>[0]> = {}) =>
  new VirtualGear({ identity, short: 0, answerDelayMs: 8, emergency: { ratedMin: 60, lastsMin: 84 }, ...options })

it('needs 31 ms for a command and 47 ms for a query with its answer', async () => {
  const { clock, bus, send } = openBus([gear()])
  for (const [data, ms] of [
    [[0x01, 0x05], 34.5],
    [[0x01, 0x90], 50],
  ] as const) {
    await send(data)
    const startedAt = clock.now()
    for (let n = 0; n < 20; n++) await send(data)
    expect((clock.now() - startedAt) / 20).toBeCloseTo(ms, 0)
  }
  const startedAt = clock.now()
  await Promise.all([send([0xc1, 0x01], 5), send([0x01, 0xfa], 1)])
  expect(clock.now() - startedAt).toBeLessThan(85)
  expect(bus.waiting).toBe(0)
})

it('gives the bus to the frame of the higher priority', async () => {
  const { clock, bus } = openBus([gear()])
  const order: string[] = []
  bus.listen((traffic) => {
    if (traffic.kind === 'forward') order.push(traffic.sender)
  })
  await clock.until(bus.send({ bits: 16, data: [0xff, 0x00] }, 5, 'first'))
  await clock.until(
    Promise.all([
      bus.send({ bits: 16, data: [0xff, 0x00] }, 5, 'poll'),
      bus.send({ bits: 16, data: [0xff, 0x05] }, 2, 'user'),
    ]),
  )
  expect(order).toEqual(['first', 'user', 'poll'])
})

it('garbles several answers at once, except if they coincide', async () => {
  const early = gear({ answerDelayMs: 6 })
  const late = gear({ answerDelayMs: 9 })
  expect(await openBus([early, late]).ask([0x01, 0x91])).toBe('garbled')
  expect(await openBus([gear(), gear()]).ask([0x01, 0x91])).toBe(255)
  expect(await openBus([gear()]).ask([0x03, 0x91])).toBe('none')
})

it('obeys a configuration command only if it comes twice within 100 ms with nothing between', async () => {
  const one = gear()
  const { clock, send, twice } = openBus([one])
  await send([0xa3, 3 * 2 + 1])
  await send([0x01, 0x80])
  await clock.advance(200)
  await send([0x01, 0x80])
  await send([0x01, 0x91], 1)
  await send([0x01, 0x80], 1)
  expect(one.short).toBe(0)
  await clock.advance(200)
  await twice([0x01, 0x80])
  expect(one.short).toBe(3)
})

it('enables a device type for the next command only, and for both copies of one', async () => {
  const one = gear({ emergency: { ratedMin: 60, lastsMin: 84, charge: 0 } })
  const { clock, send, twice, ask } = openBus([one])
  expect(await ask([0x01, 0xfa])).toBe('none')
  await send([0xc1, 0x01])
  expect(await ask([0x01, 0xfa])).toBe(2)
  await send([0xc1, 0x01])
  await send([0xff, 0x05], 1)
  expect(await ask([0x01, 0xfa])).toBe('none')
  await send([0xc1, 0x01])
  await twice([0x01, 0xe3])
  await clock.advance(10)
  await send([0xc1, 0x01])
  expect(Number(await ask([0x01, 0xfd])) & 0x10).toBe(0x10)
})

it('keeps address 63 apart from broadcast and from gear without an address', async () => {
  const last = gear({ short: 63, answerDelayMs: 6 })
  const unaddressed = gear({ short: null, answerDelayMs: 9 })
  const { send, ask } = openBus([last, unaddressed])
  expect(await ask([0x7f, 0x91])).toBe(255)
  expect(await ask([0xfd, 0x96])).toBe(255)
  expect(await ask([0xff, 0x91])).toBe('garbled')
  await send([0xfe, 0])
  expect([last.level, unaddressed.level]).toEqual([0, 0])
  await send([0x7e, 127])
  expect([last.level, unaddressed.level]).toEqual([127, 0])
  await send([0x7e, 255])
  expect(last.level).toBe(127)
})

it('loses frames without power, and gear goes to its failure level after 550 ms', async () => {
  const one = gear()
  one.failureLevel = 100
  one.level = 20
  const { clock, bus, ask } = openBus([one])
  const log: string[] = []
  const stop = logTraffic(bus, 0, (text) => log.push(text))
  const unsent = bus.send({ bits: 16, data: [0x01, 0x91] }, 5, 'test')
  bus.setPower(false)
  expect(await unsent).toMatchObject({ result: 'noPower' })
  await clock.advance(549)
  expect(one.level).toBe(20)
  await clock.advance(2)
  expect(one.level).toBe(100)
  expect((await bus.send({ bits: 16, data: [0x01, 0x91] }, 5, 'test')).result).toBe('noPower')
  bus.setPower(true)
  expect(await ask([0x01, 0xfa])).toBe('none')
  stop()
  expect(log).toEqual(['0.0 0 power off', '550.0 0 system failure', '551.0 0 power on', '565.2 0 16 01 FA test'])
})

it('loses a frame that collides with that of another master', async () => {
  const { bus, send } = openBus([gear()])
  bus.collisions = 1
  expect((await send([0x01, 0x91])).result).toBe('collision')
  expect((await send([0x01, 0x91])).result).toBe('sent')
})

it('writes garbled answers as a question mark', () => {
  expect(lineOf(2, { kind: 'backward', at: 1.25, to: 'a', heard: { kind: 'garbled' } })).toBe('1.3 2 8 ?')
  expect(lineOf(2, { kind: 'backward', at: 1, to: 'a', heard: { kind: 'byte', value: 10 } })).toBe('1.0 2 8 0A')
})
