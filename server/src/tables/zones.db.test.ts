import { timeZone } from '@vigilux/contract/kernel/primitives.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../kernel/caller.ts'
import { plantChange, plantDraft } from '../testing/plant-draft.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let installer: User
beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
afterAll(() => server.stop())

describe('plant time zones', () => {
  it('are those that both server and database know', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>('select name from pg_timezone_names')
    const knownZones = new Set(rows.map(({ name }) => name))
    const offered = Intl.supportedValuesOf('timeZone').filter((zone) => timeZone.safeParse(zone).success)
    expect(offered.filter((zone) => !knownZones.has(zone))).toEqual([])
    const acceptedZones = [...knownZones].filter((zone) => timeZone.safeParse(zone).success)
    expect(acceptedZones.length).toBeGreaterThan(500)
  })

  it('are refused if only `Intl` knows them', async () => {
    const installerClient = server.as(installer)
    const { plant_id: plantId } = await installerClient.call('savePlant', { plant: plantDraft('Zoned') })
    const plant = plantChange('Zoned')
    const change = { plantId, version: 1, plant: { ...plant, timezone: 'SystemV/AST4' } }
    expect(await installerClient.refusal('updatePlant', change)).toBe('INVALID_INPUT')
    const { rows } = await server.database.pool.query('select timezone, version from plant where id = $1', [plantId])
    expect(rows).toEqual([{ timezone: plant.timezone, version: 1 }])
  })
})

describe('unknown stored zone', () => {
  it('counts as UTC for its plant without affecting others', async () => {
    const installerClient = server.as(installer)
    const { plant_id: oddZonePlantId } = await installerClient.call('savePlant', { plant: plantDraft('Odd') })
    const { plant_id: validZonePlantId } = await installerClient.call('savePlant', { plant: plantDraft('Sound') })
    await server.create.unit(oddZonePlantId)
    await server.database.pool.query('alter table plant drop constraint plant_zone_known')
    await server.database.pool.query(`update plant set timezone = 'Former/Zone' where id = $1`, [oddZonePlantId])
    await installerClient.call('getTestYear', { year: 2026 })
    const zoneInCalendar = async (plantId: string) =>
      (await installerClient.call('getTestYear', { year: 2026, plantId })).plant?.timezone
    expect(await zoneInCalendar(oddZonePlantId)).toBe('UTC')
    expect(await zoneInCalendar(validZonePlantId)).toBe(plantDraft('').timezone)
    expect((await installerClient.call('getPlantDetails', { plantId: oddZonePlantId })).plant.timezone).toBe('UTC')
    await installerClient.call('getLogbookDetails', {
      plantId: oddZonePlantId,
      page: 1,
      from: '2026-03-01',
      to: '2026-03-31',
    })
    await installerClient.call('getEnergy', { plantId: oddZonePlantId, period: 'month', step: 'day' })
    await server.watch()
  })
})
