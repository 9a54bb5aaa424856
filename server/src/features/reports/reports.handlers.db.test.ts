import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { updateReport } from './reports.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.news())

it('knows neither test nor report of another plant, and delivers none that is still being made', async () => {
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
    for (const action of ['getReport', 'downloadReport'])
      expect(await as.refusal(action, { plantId: elsewhere, reportId })).toBe('REPORT_NOT_FOUND')
  for (const state of ['queued', 'running'] as const) {
    await updateReport(server.database.db, report.id, { state })
    expect(await as.refusal('downloadReport', { plantId, reportId: report.id })).toBe('REPORT_NOT_READY')
  }
})
