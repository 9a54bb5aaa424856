import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../../kernel/caller.ts'
import { profileTable } from '../../../tables/accounts.schema.ts'
import { lampTable } from '../../../tables/lamps.schema.ts'
import { insertLamps } from '../../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'
import { weekMailTable } from '../week.schema.ts'
import { mailDueWeeks } from './mail-weeks.ts'

let server: TestServer
let ada: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  server.clock.time = new Date('2026-03-04T12:00:00Z')
  await server.database.db.delete(weekMailTable)
  ada = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: ada.userId }, name: 'Harbour hall' })
  server.mails.length = 0
})
afterAll(() => server.stop())

const weekly = (id = plantId) => server.as(ada).call('saveNotificationsOnProfile', { plantId: id, rhythm: 'weekly' })
/** The mails to the reader after turns on three nodes at once. */
const mailsAt = async (at: string) => {
  server.clock.time = new Date(at)
  server.mails.length = 0
  await Promise.all([mailDueWeeks(server), mailDueWeeks(server), mailDueWeeks(server)])
  return server.mails.filter(({ to, template }) => to === ada.email && template === 'week')
}
/** A lamp with a reported fault, whose repair is due. */
const breakLamp = async () => {
  const unit = await server.create.unit(plantId, 'logica', '0A1B2C')
  const faulty = { errors: ['battery_short' as const], condition: 'error' as const }
  await insertLamps(
    server,
    plantId,
    [{ addr: 1, serial: 'B1', faultsSince: new Date('2026-02-10T09:00:00Z'), ...faulty }],
    unit,
  )
}

describe('weekly mail', () => {
  it('without anything due comes on a Monday at 07:00, and again after a month', async () => {
    await weekly()
    expect(await mailsAt('2026-03-04T12:00:00Z')).toEqual([])
    expect(await mailsAt('2026-03-09T05:59:59Z')).toEqual([])
    const [mail, ...others] = await mailsAt('2026-03-09T06:00:00Z')
    expect(others).toEqual([])
    expect(mail?.values).toMatchObject({ kind: 'Your week', url: `${server.ports.settings.publicUrl}/#/home` })
    // From here on the clock of the plant is an hour ahead.
    for (const quiet of ['2026-03-16T06:00:00Z', '2026-03-23T06:00:00Z', '2026-03-30T05:00:00Z'])
      expect(await mailsAt(quiet)).toEqual([])
    expect(await mailsAt('2026-04-06T04:59:59Z')).toEqual([])
    expect(await mailsAt('2026-04-06T05:00:00Z')).toHaveLength(1)
  })

  it('comes each week while something is due, and once for missed weeks', async () => {
    await breakLamp()
    await weekly()
    await mailsAt('2026-03-04T12:00:00Z')
    const [mail] = await mailsAt('2026-03-09T06:00:00Z')
    expect(mail?.values.lines).toContain('Harbour hall, Repair 1 device')
    expect(await mailsAt('2026-03-16T06:00:00Z')).toHaveLength(1)
    expect(await mailsAt('2026-04-08T12:00:00Z')).toHaveLength(1)
    await server.database.db.delete(lampTable)
    expect(await mailsAt('2026-04-13T05:00:00Z')).toEqual([])
  })

  it('is in the language of its reader', async () => {
    await server.database.db.update(profileTable).set({ language: 'de' }).where(eq(profileTable.userId, ada.userId))
    await weekly()
    await mailsAt('2026-03-04T12:00:00Z')
    const [mail] = await mailsAt('2026-03-09T06:00:00Z')
    expect([mail?.language, mail?.values.subject]).toEqual(['de', expect.stringMatching(/^Ihre Woche: /)])
  })

  it('is one for all plants with weekly notices, and ends with the last', async () => {
    const second = await server.create.plant({ members: { clientOwner: ada.userId }, name: 'Library' })
    await server.create.plant({ members: { clientOwner: ada.userId }, name: 'School' })
    await weekly()
    await weekly(second)
    await mailsAt('2026-03-04T12:00:00Z')
    const [mail, ...others] = await mailsAt('2026-03-09T06:00:00Z')
    expect(others).toEqual([])
    expect(mail?.values.subject).toContain('of 2 plants')
    for (const id of [plantId, second])
      await server.as(ada).call('saveNotificationsOnProfile', { plantId: id, rhythm: 'each' })
    expect(await mailsAt('2026-04-13T05:00:00Z')).toEqual([])
    const rows = await server.database.db.select().from(weekMailTable).where(eq(weekMailTable.userId, ada.userId))
    expect(rows).toEqual([])
  })
})
