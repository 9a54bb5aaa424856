import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'
import { collectHandover } from './collect/collect-handover.ts'
import { findReport } from './reports.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

it('any member can make a report of the verification', async () => {
  const { server, plantId, client } = plant
  const { handoverId } = await client.call('beginHandover', { plantId, kind: 'initial' })
  const { report } = await client.call('createHandoverReport', { plantId, handoverId, language: 'de' })
  const other = { plantId, handoverId: randomUUID(), language: 'de' }
  expect(await client.refusal('createHandoverReport', other)).toBe('HANDOVER_NOT_FOUND')
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createHandoverReport', { ...other, handoverId })).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
  const row = await findReport(server.database.db, plantId, report.id)
  if (row?.kind !== 'handover') throw new Error('no report of a verification')
  const content = await collectHandover(server.database.db, server.ports, row, server.clock.now())
  if (typeof content === 'string') throw new Error(content)
  expect([content.handover.verdict, content.lamps.map(({ addr }) => addr)]).toEqual(['unknown', [1, 2, 3, 4]])
})

it('the report has the logbook head, or none without entries', async () => {
  const { server, plantId, client, installer } = plant
  const { handovers } = await client.call('getHandovers', { plantId })
  const report = { plantId, request: { handoverId: handovers[0]?.id ?? '' } }
  const proof = async () => {
    const content = await collectHandover(server.database.db, server.ports, report, server.clock.now())
    return typeof content === 'string' ? content : content.proof
  }
  const verifier = 'http://localhost/#/verify'
  const head = async () => (await client.call('getLogbookDetails', { plantId })).head
  const facts = { plantId, verifier, logo: null, responsible: null, timeStamp: null }
  expect(await proof()).toEqual({ ...facts, ...(await head()) })
  const at = server.clock.now()
  await server.inTransaction(async (work) =>
    addEntries(work, [{ kind: 'service', plantId, by: installer, at, text: 'Cleaned' }]),
  )
  const { entries } = await client.call('getLogbookDetails', { plantId })
  expect(await proof()).toEqual({ ...facts, no: entries[0]?.no, hash: entries[0]?.hash })
})
