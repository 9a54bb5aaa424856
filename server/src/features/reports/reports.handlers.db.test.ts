import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.news())

it('knows neither test nor report of another plant', async () => {
  const { as, plantId, server, installer } = plant
  const { test } = await as.call('ftest', { ...plant.unit, addr: [1] })
  const elsewhere = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const input = { plantId, testId: test.id, language: 'en' as const }
  expect(await as.refusal('createReport', { ...input, plantId: elsewhere })).toBe('TEST_NOT_FOUND')
  plant.news()
  const { report } = await as.call('createReport', input)
  expect(plant.news()).toEqual(['createReport'])
  expect(server.jobs).toEqual([{ name: 'report.make', data: { plantId, reportId: report.id } }])
  expect((await as.call('getReport', { plantId, reportId: report.id })).report).toEqual(report)
  for (const reportId of [randomUUID(), report.id])
    expect(await as.refusal('getReport', { plantId: elsewhere, reportId })).toBe('REPORT_NOT_FOUND')
})
