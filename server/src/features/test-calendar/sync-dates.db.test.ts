import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { centralUnitTable } from '../central-units/index.ts'
import { unitCommandTable } from '../commands/commands.schema.ts'

const topic = 'logica_0A1B2C'
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeEach(async () => {
  plant = await openPlantWithUnit()
})
afterEach(() => plant.server.stop())

/** The clock moves there, and the unit reports its plan. */
const reportDates = async (now: string, next: string, { connection = 0, deferred = false } = {}) => {
  const { server, sendMessage } = plant
  server.clock.time = new Date(now)
  await sendMessage('online', { boot: 1, connection, online: true, at: server.clock.now().toISOString() })
  await lampDetailFixture(server, topic, { functional: { next, period: '1w', deferred } })
  const shadowAt = server.clock.now()
  await server.database.db.update(centralUnitTable).set({ shadowAt }).where(eq(centralUnitTable.unit, topic))
}
const setByPlatform = async () => {
  const { name, command, requestedBy } = unitCommandTable
  const rows = await plant.server.database.db
    .select({ command, requestedBy })
    .from(unitCommandTable)
    .where(eq(name, 'setDateTimeFunzionale'))
  return rows.flatMap((row) => (row.requestedBy === null ? [(row.command as { set: string }).set] : []))
}
const runClockChanges = () => plant.server.runClockChanges()

describe('clock change correction', () => {
  beforeEach(async () => {
    await plant.client.call('setDateTimeFunzionale', { ...plant.unit, set: '2026-03-28T08:00:00Z' })
    await plant.obey()
    await reportDates('2026-03-28T08:20:00Z', '2026-04-04T08:00:00Z')
  })

  it('keeps a weekly test at its time, once across nodes', async () => {
    await Promise.all(Array.from({ length: 20 }, runClockChanges))
    await runClockChanges()
    expect(await setByPlatform()).toEqual(['2026-04-04T07:00:00.000Z'])
    await plant.obey()
    await reportDates('2026-03-28T08:21:00Z', '2026-04-04T07:00:00Z')
    await runClockChanges()
    expect(await setByPlatform()).toHaveLength(1)
  })

  it('is sent when an offline unit returns', async () => {
    await plant.sendMessage('online', { boot: 1, online: false, at: plant.server.clock.now().toISOString() })
    await runClockChanges()
    expect(await setByPlatform()).toEqual([])
    await reportDates('2026-04-01T08:00:00Z', '2026-04-04T08:00:00Z', { connection: 1 })
    await runClockChanges()
    expect(await setByPlatform()).toEqual(['2026-04-04T07:00:00.000Z'])
  })

  it('keeps the deferral of a test', async () => {
    await reportDates('2026-03-27T08:00:00Z', '2026-04-04T08:00:00Z', { connection: 1, deferred: true })
    await Promise.all([runClockChanges(), runClockChanges()])
    const { name, command } = unitCommandTable
    const { db } = plant.server.database
    const dateCommands = await db.select({ command }).from(unitCommandTable).where(eq(name, 'setDateTimeFunzionale'))
    expect(dateCommands.map((one) => one.command)).toContainEqual(
      expect.objectContaining({ set: '2026-04-04T07:00:00.000Z', differito: true }),
    )
    expect(await setByPlatform()).toHaveLength(1)
  })

  it('leaves a date set at the unit alone', async () => {
    await reportDates('2026-03-28T08:30:00Z', '2026-04-04T12:00:00Z')
    await runClockChanges()
    expect(await setByPlatform()).toEqual([])
  })
})

describe('the clock of a unit', () => {
  const readOffsets = async () => {
    const { name, command, requestedAt } = unitCommandTable
    const { db } = plant.server.database
    const rows = await db.select({ command }).from(unitCommandTable).where(eq(name, 'setClock')).orderBy(requestedAt)
    return rows.map((row) => (row.command as { utcOffsetMin: number }).utcOffsetMin)
  }
  const reportOffset = async (now: string, utcOffsetMin: number) => {
    const shadow = { utcOffsetMin } as never
    await plant.server.database.db.update(centralUnitTable).set({ shadow }).where(eq(centralUnitTable.unit, topic))
    await reportDates(now, '2026-04-04T08:00:00Z')
  }

  it('gets the next clock changes although its offset is right, and each changed offset, once', async () => {
    await reportOffset('2026-03-28T23:00:00Z', 60)
    await Promise.all(Array.from({ length: 20 }, runClockChanges))
    await plant.obey()
    expect(await readOffsets()).toEqual([60])
    await reportOffset('2026-03-29T01:00:30Z', 60)
    await Promise.all(Array.from({ length: 20 }, runClockChanges))
    await plant.obey()
    expect(await readOffsets()).toEqual([60, 120])
    await reportOffset('2026-03-29T05:00:00Z', 120)
    await runClockChanges()
    expect(await readOffsets()).toEqual([60, 120])
  })

  it.each(['Africa/Johannesburg', 'Europe/Athens'])(
    'gets the changes of %s when the plant moves there',
    async (zone) => {
      await reportOffset('2026-03-29T05:00:00Z', 120)
      await runClockChanges()
      await plant.obey()
      const { database } = plant.server
      await database.pool.query('update plant set timezone = $1', [zone])
      await reportOffset('2026-03-29T07:00:00Z', zone === 'Europe/Athens' ? 180 : 120)
      await runClockChanges()
      expect(await readOffsets()).toHaveLength(2)
      await plant.obey()
      await reportOffset('2026-03-29T09:00:00Z', zone === 'Europe/Athens' ? 180 : 120)
      await runClockChanges()
      expect(await readOffsets()).toHaveLength(2)
    },
  )
})
