import { expect, it } from 'vitest'
import { emergencyGear, openVirtualLine } from '../testing/virtual-gear.ts'
import { LineQueue } from './line-queue.ts'
import { command, emergencyCommand, emergencyQuery, query } from './opcodes.ts'
import { askEmergency, askFor, askWhether, configureWith, orderEmergency, read, setLevel } from './transaction.ts'

const open = (count = 1) => {
  const line = openVirtualLine(Array.from({ length: count }, (_, number) => emergencyGear(number)))
  const queue = new LineQueue(line.gateway, 0, line.clock)
  line.gateway.listen((event) => {
    if (event.kind === 'foreign') queue.hearForeign(event.bits, event.data)
  })
  line.gateway.open()
  /** Another master sends this frame as soon as the bus is free. */
  const disturb = (data: readonly number[], bits: 16 | 24 = 16) => void line.bus.send({ bits, data }, 1, 'other')
  return { ...line, queue, disturb }
}
const one = { short: 0 }

it('reads values, and tells silence and garbled answers from values', async () => {
  const { queue, clock, gears } = open(2)
  const ask = (short: number, code: number) => clock.until(read(queue.run, askFor({ short }, code), 5))
  expect(await ask(0, query.actualLevel)).toBe(254)
  expect(await ask(9, query.actualLevel)).toBe('silent')
  expect(await clock.until(read(queue.run, askFor('all', query.present), 5))).toBe('garbled')
  expect(await clock.until(askWhether(queue.run, askFor('all', query.present), 5))).toBe('yes')
  gears[0]?.quirks.add('answers255')
  expect(await ask(0, query.actualLevel)).toBe(255)
})

it('repeats a transaction as a whole when another master sends into it', async () => {
  const { queue, clock, bus, disturb } = open()
  const frames: string[] = []
  bus.listen((traffic) => {
    if (traffic.kind !== 'forward') return
    frames.push(`${traffic.sender.slice(0, 6)} ${traffic.frame.data.join(' ')}`)
    if (frames.length === 1) disturb([0xa3, 99])
  })
  const reading = clock.until(read(queue.run, askEmergency(one, emergencyQuery.mode), 5))
  expect(await reading).toBe(2)
  expect(frames).toEqual(['bridge 193 1', 'other 163 99', 'bridge 1 250', 'bridge 193 1', 'bridge 1 250'])
})

it('stores the value that was meant, although another master sets DTR0 in between', async () => {
  const { queue, clock, bus, gears, disturb } = open()
  let count = 0
  bus.listen((traffic) => {
    if (traffic.kind === 'forward' && traffic.sender !== 'other' && count++ < 2) disturb([0xa3, 99])
  })
  const outcome = await clock.until(queue.run(configureWith(one, command.setScene + 3, 77), 3))
  expect(outcome.isDone).toBe(true)
  expect(gears[0]?.scenes[3]).toBe(77)
})

it('gives up a transaction that is disturbed each time, and says so', async () => {
  const { queue, clock, bus, disturb } = open()
  bus.listen((traffic) => {
    if (traffic.kind === 'forward' && traffic.sender !== 'other') disturb([0xff, 0x90])
  })
  const outcome = await clock.until(queue.run(askEmergency(one, emergencyQuery.mode), 5))
  expect(outcome).toEqual({ isDone: false, why: 'disturbed' })
  expect(await clock.until(read(queue.run, askEmergency(one, emergencyQuery.mode), 5))).toBe('unknown')
})

it('lets an urgent transaction go first, and never mixes two', async () => {
  const { queue, clock, bus } = open()
  const frames: string[] = []
  bus.listen((traffic) => {
    if (traffic.kind === 'forward') frames.push(traffic.frame.data.join(' '))
  })
  const polls = [1, 2].map(() => queue.run(askEmergency(one, emergencyQuery.charge), 5))
  const urgent = queue.run(orderEmergency(one, emergencyCommand.inhibit), 2)
  await clock.until(Promise.all([...polls, urgent]))
  expect(frames).toEqual(['193 1', '1 241', '193 1', '1 225', '1 225', '193 1', '1 241'])
})

it('waits while the buffer of the gateway is full, and tries again after a loss', async () => {
  const { queue, clock, gateway, gears } = open()
  gateway.outcomes.push({ isSent: false, why: 'bufferFull' }, { isSent: false, why: 'collision' })
  const outcome = await clock.until(queue.run(setLevel(one, 50), 2))
  expect(outcome.isDone).toBe(true)
  expect(clock.now()).toBeGreaterThan(250)
  expect(gears[0]?.level).toBe(50)
  for (let n = 0; n < 3; n++) gateway.outcomes.push({ isSent: false, why: 'timeout' })
  expect(await clock.until(queue.run(setLevel(one, 60), 2))).toEqual({ isDone: false, why: 'timeout' })
})

it('reports a bus without power at once', async () => {
  const { queue, clock, bus } = open()
  bus.setPower(false)
  expect(await clock.until(queue.run(setLevel(one, 50), 2))).toEqual({ isDone: false, why: 'noPower' })
})

it.each([
  ['gear', 16 as const, [0xa5, 0], [0xa1, 0]],
  ['input devices', 24 as const, [0xc1, 0x01, 0x7f], [0xc1, 0x00, 0x00]],
])('is silent while another master gives addresses to %s', async (_, bits, initialise, terminate) => {
  const { queue, clock, bus, gateway } = open()
  const send = (data: readonly number[]) => clock.until(bus.send({ bits, data }, 3, 'other'))
  await send(initialise)
  const before = gateway.sent
  expect(await clock.until(queue.run(setLevel(one, 50), 2))).toEqual({ isDone: false, why: 'otherController' })
  expect([queue.isSilent, gateway.sent]).toEqual([true, before])
  await send(terminate)
  expect(queue.isSilent).toBe(false)
  await send(initialise)
  await clock.advance(15 * 60_000 - 1_000)
  expect(queue.isSilent).toBe(true)
  await clock.advance(1_001)
  expect(queue.isSilent).toBe(false)
})
