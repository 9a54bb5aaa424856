import { setTimeout as sleep } from 'node:timers/promises'
import { setFaults } from '@vigilux/simulator/core/lamp-faults.ts'
import { powerOf } from '@vigilux/simulator/core/lamp-measures.ts'
import type { VirtualUnit } from '@vigilux/simulator/core/virtual-unit.ts'
import { type Fleet, openFleet } from '@vigilux/simulator/fleet.ts'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openMqttLink } from '../../adapters/broker/mqtt-link.ts'
import type { User } from '../../kernel/caller.ts'
import { isFullRun } from '../../testing/depth.ts'
import {
  openMosquitto,
  openTestBroker,
  silentLog,
  type TestBroker,
  testFactoryKey,
  testPlatformPassword,
} from '../../testing/test-broker.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { bookAllTelemetry } from './telemetry-task.ts'

/**
 * A month of a virtual unit over a real broker. The expected energy per quarter comes from the power of its lamps, and
 * must match the platform's.
 */

const unit = 'logica_0A1B2C'
const begin = Date.parse('2026-02-28T23:00:00Z') / 900_000
const end = Date.parse('2026-03-31T22:00:00Z') / 900_000
const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' })

let server: TestServer
let owner: User
let plantId: string
let broker: TestBroker
let fleet: Fleet
let link: ReturnType<typeof openMqttLink> | null = null
let birthCount = 0
let receivedMessages: { topic: string; payload: Buffer }[] = []

/** Waits in real time: the clock of the month does not move meanwhile. */
const waitUntil = async (isSo: () => boolean): Promise<void> => {
  for (let attempt = 0; !isSo(); attempt++) {
    if (attempt > 3_000) throw new Error('it did not come so far')
    await sleep(5)
  }
}

/** The server starts: it receives the unit's messages, and its acknowledgements reach the unit. */
const serverUp = async () => {
  const openLink = openMqttLink({
    url: broker.url,
    username: 'platform',
    password: testPlatformPassword,
    log: silentLog,
  })
  openLink.onMessage(async ({ topic, payload, retained }) => {
    if (topic.endsWith('/telemetry')) receivedMessages.push({ topic, payload: Buffer.from(payload) })
    const before = server.published.length
    await server.inbox.accept(topic, Buffer.from(payload), retained)
    if (topic.endsWith('/online')) birthCount += 1
    for (const { topic: commandTopic, payload: sentPayload } of server.published.slice(before))
      if (commandTopic.endsWith('/ack')) await openLink.publish(commandTopic, JSON.stringify(sentPayload))
  })
  await openLink.connect()
  link = openLink
}
const serverDown = async () => {
  await link?.close()
  link = null
}
const bookTelemetry = () =>
  Promise.all([bookAllTelemetry(server.dispatcherParts), bookAllTelemetry(server.dispatcherParts)])

const open = async (openBroker: () => Promise<TestBroker>) => {
  ;[receivedMessages, birthCount] = [[], 0]
  server = await createTestServer()
  owner = await server.create.user()
  plantId = await server.create.plant({ members: { clientOwner: owner.userId } })
  await server.create.unit(plantId)
  broker = await openBroker()
  vi.useFakeTimers({ now: begin * 900_000, toFake: ['Date'] })
  server.clock.time = new Date()
  await serverUp()
  fleet = openFleet({
    estate: {
      units: [{ type: 'logica', serial: '0A1B2C', lamps: 12, enrolled: true, boundElsewhere: false, seed: 3 }],
    },
    brokerUrl: broker.unitUrl,
    factoryKey: testFactoryKey,
    speed: 1,
    isAlive: false,
    memoryFile: undefined,
  })
  // The server judges the clock by the arrival of the first message, so the month's clock must not run ahead.
  await waitUntil(() => birthCount > 0)
  const virtual = fleet.units.get(unit)
  if (!virtual) throw new Error('there is no unit')
  // Counters are read when the test says so.
  virtual.telemetry.close()
  return virtual
}
afterEach(async () => {
  await fleet?.close()
  await serverDown()
  vi.useRealTimers()
  await broker?.close()
  await server?.stop()
})

/** Events after so many quarters of an hour. */
const eventsOf = (virtual: VirtualUnit): Record<number, () => unknown> => {
  const [first, second] = virtual.list.known
  const setMeterFault = (name: 'reads-no-counters' | 'counters-restart') => () => {
    virtual.fault = { name }
  }
  const clearFault = () => {
    virtual.fault = null
  }
  const jumpCounters = () => {
    virtual.fault = { name: 'counter-jumps', wh: 1_000_000 }
  }
  return {
    500: () => second && setFaults(virtual.context, second, ['communication']),
    517: () => second && setFaults(virtual.context, second, []),
    // Down from the ninth day to the twelfth; then the stored and the newest readings arrive.
    768: serverDown,
    900: setMeterFault('reads-no-counters'),
    940: clearFault,
    1056: serverUp,
    1300: () => first && jumpCounters(),
    1301: clearFault,
    2000: setMeterFault('counters-restart'),
    2001: clearFault,
  }
}

/** Levels change four times a day, differently per lamp. */
const dim = ({ list, context }: VirtualUnit, n: number): void => {
  if (n % 24 !== 0) return
  const lighting = list.known.filter(({ kind }) => kind === 'lighting')
  for (const [at, lamp] of lighting.entries())
    lamp.levelPercent = (n / 24 + at) % 4 === 0 ? 0 : ((n * 7 + at * 13) % 90) + 10
  context.changed(lighting)
}

type Quarter = { day: string; wh: number; isKnown: boolean }

/** Runs the month; returns the energy of each lamp per quarter, and whether both ends were read. */
const runMonth = async (virtual: VirtualUnit): Promise<Map<string, Quarter[]>> => {
  const { telemetry } = virtual
  const lamps = virtual.list.known
  const events = eventsOf(virtual)
  const isUnread = (n: number, at: number) => (n > 900 && n <= 940) || (at === 1 && n > 500 && n <= 517)
  const isKnown = (n: number, at: number) => !isUnread(n, at) && !isUnread(n + 1, at) && !(n === 1_300 && at === 0)
  const expectedOfSerial = new Map<string, Quarter[]>(lamps.map(({ serial }) => [serial, []]))
  for (let n = 0; begin + n <= end; n++) {
    vi.setSystemTime((begin + n) * 900_000)
    server.clock.time = new Date()
    telemetry.read(begin + n)
    dim(virtual, n)
    await events[n]?.()
    if (begin + n < end)
      for (const [at, lamp] of lamps.entries())
        expectedOfSerial.get(lamp.serial)?.push({
          day: local.format((begin + n) * 900_000),
          wh: powerOf(lamp) / 4,
          isKnown: isKnown(n, at),
        })
    if ((n % 96 !== 95 && begin + n !== end) || !link) continue
    telemetry.send()
    await waitUntil(() => telemetry.size === 0)
    await bookTelemetry()
  }
  return expectedOfSerial
}

const sumOf = (quarters: readonly Quarter[]): number =>
  quarters.reduce((total, { wh, isKnown }) => total + (isKnown ? wh : 0), 0)

const readSums = async () => {
  const query = sql`select level || start as what, encode(lamps, 'hex') as lamps from energy_sums order by 1`
  return (await server.database.db.execute(query)).rows
}

const builtIn = { name: 'built in', openBroker: () => openTestBroker([unit]) }
const mosquitto = { name: 'Mosquitto', openBroker: () => openMosquitto([unit]) }

test.each(isFullRun ? [builtIn, mosquitto] : [builtIn])(
  'a month with gaps, resets, a jump and downtime gives the used energy: $name',
  async ({ openBroker }) => {
    const virtual = await open(openBroker)
    const expectedEnergy = await runMonth(virtual)
    const readEnergy = (scope: { kind: 'plant' } | { kind: 'lamp'; topic: string; addr: number }) =>
      server.as(owner).call('getEnergy', { plantId, period: 'month', step: 'day', date: '2026-03-15', of: scope })

    let totalUsed = 0
    for (const { serial, addr } of virtual.list.known) {
      const { series, total } = await readEnergy({ kind: 'lamp', topic: unit, addr })
      const quarters = expectedEnergy.get(serial) ?? []
      const days = [...Map.groupBy(quarters, ({ day }) => day).values()].map(sumOf)
      expect(days).toHaveLength(31)
      for (const [at, wh] of days.entries()) expect(Math.abs((series.used[at] ?? 0) - wh)).toBeLessThan(1)
      expect(Math.abs((total.used ?? 0) - sumOf(quarters))).toBeLessThan(1)
      expect(total.missing).toBe(quarters.filter(({ isKnown }) => !isKnown).length)
      totalUsed += total.used ?? 0
    }
    const { total } = await readEnergy({ kind: 'plant' })
    expect(total.used).toBeCloseTo(totalUsed, 3)
    expect(totalUsed).toBeGreaterThan(1_000)
    expect(total).toMatchObject({ jumps: 1 })
    expect(total.resets).toBeGreaterThan(0)

    const before = await readSums()
    // The days at its ends adjoin two days of other months, which share a reading at midnight.
    expect(before).toHaveLength(31 + 2 + 3 + 1)
    for (const { topic, payload } of receivedMessages.toReversed()) await server.inbox.accept(topic, payload)
    await bookTelemetry()
    expect(await readSums()).toEqual(before)
  },
  120_000,
)
