import { expect, it } from 'vitest'
import { setLevel } from '../bus/transaction.ts'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { modeBit } from './gear.ts'

const many = (count: number) => Array.from({ length: count }, (_, short) => emergencyGear(short))
const minuteMs = 60_000

it('reads 64 gears within a minute and uses at most half of the bus', async () => {
  const { line, clock, fill, bus } = openBusLine(many(64))
  await fill()
  expect(line.gears.size).toBe(64)
  let busyMs = 0
  bus.listen((traffic) => {
    if (traffic.kind === 'forward') busyMs += 14.2 + 16
    if (traffic.kind === 'backward') busyMs += 16
  })
  void line.poll()
  await clock.advance(5 * minuteMs)
  expect(line.roundMs).toBeLessThan(minuteMs)
  expect(busyMs / (5 * minuteMs)).toBeLessThan(0.55)
  expect(line.loadPercent).toBeGreaterThan(40)
  expect(line.loadPercent).toBeLessThanOrEqual(52)
  line.close()
})

it('needs at most 1.3 times the limit of the bus for a round at full speed', async () => {
  const { line, clock, fill } = openBusLine(many(64), { duty: 1 })
  await fill()
  void line.poll()
  await clock.advance(3 * minuteMs)
  // Three queries of part 202 of 78 ms, and two of part 102 of 47 ms.
  expect(line.roundMs ?? 0).toBeLessThan(1.3 * 64 * (3 * 78 + 2 * 47))
  line.close()
})

it('shows a fault within one round, and visits faulty gear more often', async () => {
  const { line, clock, fill, gears, gearAt, seen } = openBusLine(many(64))
  await fill()
  void line.poll()
  await clock.advance(2 * minuteMs)
  gears[40]?.emergency?.faults.add('battery')
  await clock.advance(minuteMs)
  expect(gearAt(40).readings.failure & 0x04).toBe(0x04)
  seen.length = 0
  await clock.advance(2 * minuteMs)
  const visits = (short: number) => seen.filter((one) => one === short).length
  expect(visits(40)).toBeGreaterThan(3 * visits(41))
  line.close()
})

it('calls gear silent only after it missed every query of a visit', async () => {
  const { line, clock, fill, gears, gearAt } = openBusLine(many(2))
  await fill()
  const [first] = gears
  if (!first) return
  first.missNext = 3
  await clock.until(line.visit(gearAt(0)))
  expect(gearAt(0).presence).toBe('answers')
  first.quirks.add('mute')
  await clock.until(line.visit(gearAt(0)))
  expect(gearAt(0).presence).toBe('silent')
  first.quirks.delete('mute')
  await clock.until(line.visit(gearAt(0)))
  expect(gearAt(0).presence).toBe('answers')
})

it('stores no impossible mode of gear that answers 255 to everything', async () => {
  const { line, clock, fill, gears, gearAt } = openBusLine(many(1))
  await fill()
  gears[0]?.quirks.add('answers255')
  await clock.until(line.visit(gearAt(0)))
  expect(gearAt(0)).toMatchObject({ presence: 'implausible', readings: { mode: modeBit.normal } })
})

it('takes a loss of bus power for no state of the gear, and goes on after it returned', async () => {
  const { line, clock, fill, bus, gearAt, seen } = openBusLine(many(3))
  await fill()
  void line.poll()
  await clock.advance(minuteMs)
  bus.setPower(false)
  expect(line.isPowered).toBe(false)
  seen.length = 0
  await clock.advance(minuteMs)
  expect([seen, gearAt(1).presence, gearAt(1).readings.mode]).toEqual([[], 'answers', modeBit.normal])
  bus.setPower(true)
  expect(line.isPowered).toBe(true)
  await clock.advance(300)
  expect(seen).toEqual([])
  await clock.advance(10_000)
  expect(new Set(seen)).toEqual(new Set([0, 1, 2]))
  line.close()
})

it('is not powered while the gateway is away', async () => {
  const { line, clock, fill, gateway } = openBusLine(many(1))
  await fill()
  void line.poll()
  gateway.close()
  expect(line.isPowered).toBeNull()
  const sent = gateway.sent
  await clock.advance(minuteMs)
  expect(gateway.sent).toBe(sent)
  gateway.open()
  await clock.advance(minuteMs)
  expect(gateway.sent).toBeGreaterThan(sent)
  line.close()
})

it('reads again what other masters change: levels, groups and emergency commands', async () => {
  const { line, clock, fill, bus, gearAt, gears } = openBusLine(many(64))
  for (const gear of gears) gear.groups = gear.short < 4 ? 0b10 : 0
  await fill()
  void line.poll()
  await clock.advance(minuteMs)
  const other = (data: readonly number[]) => clock.until(bus.send({ bits: 16, data }, 2, 'other'))
  await other([0x82, 100])
  await clock.advance(4_000)
  expect([0, 1, 2, 3].map((short) => gearAt(short).readings.level)).toEqual([100, 100, 100, 100])
  await other([0x1f, 0x65])
  await other([0x1f, 0x65])
  await clock.advance(4_000)
  expect(gearAt(15).readings.groups).toBe(0b100000)
  for (const data of [
    [0xc1, 1],
    [0x21, 0xe1],
    [0x21, 0xe1],
  ])
    await other(data)
  await clock.advance(2_000)
  expect(gearAt(16).readings.emergencyStatus & 1).toBe(1)
  line.close()
})

it('is silent while another master commissions, and has the addresses read again afterwards', async () => {
  const { line, clock, fill, bus, gateway, addressChanges } = openBusLine(many(4))
  await fill()
  void line.poll()
  await clock.advance(minuteMs)
  const other = (data: readonly number[]) => clock.until(bus.send({ bits: 16, data }, 3, 'other'))
  await other([0xa5, 0])
  await clock.advance(200)
  const sent = gateway.sent
  await clock.advance(5 * minuteMs)
  expect([gateway.sent, line.isSilent, addressChanges()]).toEqual([sent, true, 0])
  await other([0xa1, 0])
  expect([line.isSilent, addressChanges()]).toEqual([false, 1])
  await clock.advance(minuteMs)
  expect(gateway.sent).toBeGreaterThan(sent)
  line.close()
})

it('shares a bus with a second bridge', async () => {
  const one = openBusLine(many(32))
  await one.fill()
  const { BusGateway } = await import('../testing/bus-gateway.ts')
  const { BusLine } = await import('./bus-line.ts')
  const { Gear } = await import('./gear.ts')
  const gateway = new BusGateway([one.bus])
  const other = new BusLine({ gateway, number: 0, clock: one.clock, onGear: () => undefined, onLine: () => undefined })
  gateway.listen((event) => other.hear(event))
  gateway.open()
  for (const gear of one.line.gears.values()) other.gears.set(gear.short, new Gear(gear.short, gear.identity))
  void one.line.poll()
  void other.poll()
  await one.clock.advance(5 * minuteMs)
  for (const line of [one.line, other]) {
    expect(line.roundMs).toBeLessThan(2 * minuteMs)
    expect([...line.gears.values()].filter(({ presence }) => presence !== 'answers')).toEqual([])
  }
  await one.clock.until(one.line.run(setLevel('all', 30), 2))
  one.line.close()
  other.close()
})
