import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { tokenEndNoticeTask } from './token-end-notices.ts'

let server: TestServer
let ada: User
let plantId: string
let start: Date
beforeAll(async () => {
  server = await createTestServer()
  start = server.clock.time
})
beforeEach(async () => {
  server.clock.time = start
  ada = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: ada.userId }, name: 'Harbour hall' })
  server.mails.length = 0
})
afterAll(() => server.stop())

const dayMs = 86_400_000
const draft = (days: number) => ({ name: 'Energy board', scopes: ['read' as const], days })
const makeOwn = (days = 30) => server.as(ada).call('createAccessToken', { token: draft(days) })
const makeOfPlant = (days = 30) => server.as(ada).call('createPlantAccessToken', { plantId, token: draft(days) })

/** The mails to the maker after turns on three nodes at once. */
const mailsOnDay = async (day: number) => {
  server.clock.time = new Date(start.getTime() + day * dayMs)
  const { ports, database, inTransaction } = server
  const turn = () => takeTurn(tokenEndNoticeTask, { ports, db: database.db, inTransaction })
  await Promise.all([turn(), turn(), turn()])
  return server.mails.filter(({ to }) => to === ada.email)
}

describe('near end of an access token', () => {
  it('is mailed to its maker once, 14 days before', async () => {
    const { accessToken } = await makeOwn()
    expect(await mailsOnDay(15.9)).toEqual([])
    const url = `${server.ports.settings.publicUrl}/#/userprofile/${ada.userId}/tokens`
    const values = { token: 'Energy board', expires: accessToken.expiresAt, url }
    expect(await mailsOnDay(16)).toMatchObject([{ template: 'tokenEnds', language: 'en', values }])
    expect(await mailsOnDay(20)).toHaveLength(1)
    expect(await mailsOnDay(31)).toHaveLength(1)
  })

  it('of a plant names the plant and its zone', async () => {
    await makeOfPlant()
    expect(await mailsOnDay(16)).toMatchObject([
      { template: 'plantTokenEnds', values: { plant: 'Harbour hall', zone: 'Europe/Rome' } },
    ])
  })

  it('is not mailed for revoked, expired and short tokens', async () => {
    const { accessToken } = await makeOwn()
    await server.as(ada).call('revokeAccessToken', { tokenId: accessToken.id })
    await makeOwn(14)
    expect(await mailsOnDay(1)).toEqual([])
    await makeOfPlant(20)
    expect(await mailsOnDay(40)).toEqual([])
  })

  it('waits while its maker is suspended', async () => {
    await makeOwn()
    const validate = (state: 'pending' | 'verified') =>
      server.database.pool.query('update profile set validation = $1 where user_id = $2', [state, ada.userId])
    await validate('pending')
    expect(await mailsOnDay(16)).toEqual([])
    await validate('verified')
    expect(await mailsOnDay(17)).toHaveLength(1)
  })
})
