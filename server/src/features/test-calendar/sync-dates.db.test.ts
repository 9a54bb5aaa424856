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
const keepClockChanges = () => plant.server.keepClockChanges()

describe('clock change correction', () => {
  beforeEach(async () => {
    await plant.client.call('setDateTimeFunzionale', { ...plant.unit, set: '2026-03-28T08:00:00Z' })
    await plant.obey()
    await reportDates('2026-03-28T08:20:00Z', '2026-04-04T08:00:00Z')
  })

  it('keeps a weekly test at its time, once across nodes', async () => {
    await Promise.all(Array.from({ length: 20 }, keepClockChanges))
    await keepClockChanges()
    expect(await setByPlatform()).toEqual(['2026-04-04T07:00:00.000Z'])
    await plant.obey()
    await reportDates('2026-03-28T08:21:00Z', '2026-04-04T07:00:00Z')
    await keepClockChanges()
    expect(await setByPlatform()).toHaveLength(1)
  })

  it('is sent when an offline unit returns', async () => {
    await plant.sendMessage('online', { boot: 1, online: false, at: plant.server.clock.now().toISOString() })
    await keepClockChanges()
    expect(await setByPlatform()).toEqual([])
    await reportDates('2026-04-01T08:00:00Z', '2026-04-04T08:00:00Z', { connection: 1 })
    await keepClockChanges()
    expect(await setByPlatform()).toEqual(['2026-04-04T07:00:00.000Z'])
  })

  it('keeps the deferral of a test', async () => {
    await reportDates('2026-03-27T08:00:00Z', '2026-04-04T08:00:00Z', { connection: 1, deferred: true })
    await Promise.all([keepClockChanges(), keepClockChanges()])
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
    await keepClockChanges()
    expect(await setByPlatform()).toEqual([])
  })
})

it('a changed UTC offset is sent to the unit once', async () => {
  const { server } = plant
  const offsets = async () => {
    const { name, command } = unitCommandTable
    const rows = await server.database.db.select({ command }).from(unitCommandTable).where(eq(name, 'setClock'))
    return rows.map((row) => (row.command as { utcOffsetMin: number }).utcOffsetMin)
  }
  await server.database.db
    .update(centralUnitTable)
    .set({ shadow: { utcOffsetMin: 60 } as never })
    .where(eq(centralUnitTable.unit, topic))
  await reportDates('2026-03-28T23:00:00Z', '2026-04-04T08:00:00Z')
  await keepClockChanges()
  expect(await offsets()).toEqual([])
  await reportDates('2026-03-29T01:00:30Z', '2026-04-04T08:00:00Z')
  await Promise.all(Array.from({ length: 20 }, keepClockChanges))
  expect(await offsets()).toEqual([120])
})
