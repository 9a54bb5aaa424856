import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { updateReport } from './reports.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

it('foreign tests and reports are not found, and unfinished ones not delivered', async () => {
  const { client, plantId, server, installer } = plant
  const { test } = await client.call('ftest', { ...plant.unit, addr: [1] })
  const otherPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  const input = { plantId, testId: test.id, language: 'en' as const }
  expect(await client.refusal('createReport', { ...input, plantId: otherPlantId })).toBe('TEST_NOT_FOUND')
  plant.drainEvents()
  const { report } = await client.call('createReport', input)
  expect(plant.drainEvents()).toEqual(['createReport'])
  expect(server.jobs).toEqual([{ name: 'report.make', data: { plantId, reportId: report.id } }])
  expect((await client.call('getReport', { plantId, reportId: report.id })).report).toEqual(report)
  for (const reportId of [randomUUID(), report.id])
    for (const action of ['getReport', 'downloadReport'])
      expect(await client.refusal(action, { plantId: otherPlantId, reportId })).toBe('REPORT_NOT_FOUND')
  for (const state of ['queued', 'running'] as const) {
    await updateReport(server.database.db, report.id, { state })
    expect(await client.refusal('downloadReport', { plantId, reportId: report.id })).toBe('REPORT_NOT_READY')
  }
})

it('a report is neither ordered beyond the file quota nor downloaded once its file is gone', async () => {
  const { client, plantId, server } = plant
  const [test] = (await client.call('getTests', { plantId })).tests
  const input = { plantId, testId: test?.id ?? '', language: 'en' as const }
  const { report } = await client.call('createReport', input)
  await updateReport(server.database.db, report.id, { state: 'ready', fileId: null })
  expect(await client.refusal('downloadReport', { plantId, reportId: report.id })).toBe('FILE_NOT_FOUND')
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createReport', input)).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
})
