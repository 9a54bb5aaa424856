import { randomUUID } from 'node:crypto'
import { maxScannedRows } from '@vigilux/contract/features/audit/audit.actions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { profileTable } from '../tables/accounts.schema.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'
import { securityLogLimits } from './security-log.ts'

let server: TestServer
let office: User
let owner: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
  owner = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: owner.userId } })
  await server.create.unit(plantId)
})
afterAll(() => server.stop())

const eventsOf = async (userId: string) => {
  await server.security.flush()
  const { events } = await server.as(office).call('getSecurityEvents', {})
  return events.filter((event) => event.userid === userId)
}
const auditRows = async () => (await server.as(owner).call('getAudit', { plantId })).total
const unit = () => ({ plantId, topic: 'logica_0A1B2C' })

it('refused calls of a non-member are counted for the office, not in the plant', async () => {
  const nonMember = await server.create.user()
  const { db } = server.database
  await db.update(profileTable).set({ businessname: 'Éclair Rive' }).where(eq(profileTable.userId, nonMember.userId))
  const before = await auditRows()
  for (let n = 0; n < 100; n++) {
    const refusal = await server
      .as(nonMember)
      .refusal('saveCuDescription', { ...unit(), description: 'mine', version: 1 })
    expect(refusal).toBe('PLANT_NOT_FOUND')
  }
  for (const description of ['\0', 7])
    await server.as(nonMember).refusal('saveCuDescription', { ...unit(), description, version: 1 })
  for (let n = 0; n < 10; n++) await server.as(nonMember).refusal('getLamps', { plantId })
  expect(await auditRows()).toBe(before)
  const events = await eventsOf(nonMember.userId)
  const { plant } = await server.as(owner).call('getPlantDetails', { plantId })
  expect(new Set(events.map(({ plantname }) => plantname))).toEqual(new Set([plant.plantname]))
  expect(new Set(events.map(({ company }) => company))).toEqual(new Set(['Éclair Rive']))
  expect(events.map(({ action, kind, count, plant_id }) => ({ action, kind, count, plant_id }))).toEqual([
    { action: 'saveCuDescription', kind: 'PLANT_NOT_FOUND', count: 102, plant_id: plantId },
    { action: 'getLamps', kind: 'PLANT_NOT_FOUND', count: 10, plant_id: plantId },
  ])
})

it('refusals of the same minute share a row', async () => {
  const nonMember = await server.create.user()
  const readRefusal = () => server.as(nonMember).refusal('getLamps', { plantId })
  await readRefusal()
  expect((await eventsOf(nonMember.userId)).map(({ count }) => count)).toEqual([1])
  await readRefusal()
  expect((await eventsOf(nonMember.userId)).map(({ count }) => count)).toEqual([2])
  server.clock.time = new Date(server.clock.time.getTime() + 60_000)
  await readRefusal()
  expect((await eventsOf(nonMember.userId)).map(({ count }) => count)).toEqual([1, 2])
})

it('the number of rows written at a time is limited', async () => {
  const before = (await server.as(office).call('getSecurityEvents', {})).total
  for (let n = 0; n < securityLogLimits.rows + 300; n++)
    server.security.add({
      kind: 'UNKNOWN_ACTION',
      userId: null,
      address: `192.0.2.${n}`,
      action: 'unknown',
      plantId: null,
    })
  await server.security.flush()
  const { total, events } = await server.as(office).call('getSecurityEvents', {})
  expect(total - before).toBe(securityLogLimits.rows + 1)
  expect(events[0]).toMatchObject({ address: '', count: 300 })
})

it('refused writes of a member go to the plant audit up to a limit', async () => {
  const reader = await server.create.user()
  const plant = await server.create.plant({
    members: { installerAdministrator: owner.userId, installerReadOnly: reader.userId },
  })
  const outcomes = await Promise.all(
    Array.from({ length: 230 }, (_, n) =>
      server.as(reader).refusal(n % 2 ? 'removePlant' : 'eliminaInvito', {
        plantId: plant,
        ...(n % 2 ? { plantname: 'x' } : { invitationId: randomUUID() }),
      }),
    ),
  )
  expect(new Set(outcomes)).toEqual(new Set(['NOT_ALLOWED']))
  const { total } = await server.as(owner).call('getAudit', { plantId: plant })
  expect(total).toBeGreaterThan(100)
  expect(total).toBeLessThan(230)
  expect((await eventsOf(reader.userId)).reduce((total, { count }) => total + count, 0)).toBe(230 - total)
})

it('only the office can read the security log', async () => {
  expect(await server.as(owner).refusal('getSecurityEvents', {})).toBe('NOT_ALLOWED')
  const area = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' })
  expect(await server.as(area).refusal('getSecurityEvents', {})).toBe('NOT_ALLOWED')
})

it('the search covers the newest rows at constant cost after a flood', async () => {
  const { pool } = server.database
  const insertFlood = `insert into security_event (at, kind, user_id, address, action, count)
    select $1::timestamptz - n * interval '1 minute', 'UNKNOWN_ACTION', '', '2001:db8::' || n, 'flood', 1 from generate_series(1, $2) as n`
  const last = new Date(server.clock.now().getTime() - 60_000)
  await pool.query(insertFlood, [last, maxScannedRows + 20])
  const readEvents = (search: string) => server.as(office).call('getSecurityEvents', { search })
  const answer = await readEvents('flood')
  expect(answer.total).toBeGreaterThan(maxScannedRows - 1_000)
  expect(answer.total).toBeLessThanOrEqual(maxScannedRows)
  const oldestTime = new Date(answer.notSince ?? '')
  expect((last.getTime() - oldestTime.getTime()) / 60_000).toBeLessThan(maxScannedRows)
  expect((await readEvents('2001:db8::1')).total).toBeGreaterThan(0)
  expect((await readEvents(`2001:db8::${maxScannedRows + 20}`)).total).toBe(0)
})
