import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let office: User

beforeAll(async () => {
  server = await createTestServer()
  office = await server.given.user({ usertype: 'admin', scope: 'nto' })
})
afterAll(() => server.stop())

const newcomer = async () => {
  const user = await server.given.user({ usertype: 'basic' })
  return { user, as: server.as(user) }
}
const address = { street: 'Via Roma', housenumber: '1', prov: 'FC', cap: '47121', city: 'Forlì', country: 'IT' }

it('keeps what people write of themselves, and changes neither their profile type nor their validation', async () => {
  const { as } = await newcomer()
  const before = (await as.call('getUserInfos', {})).user
  const profile = { name: 'Ada', surname: 'Rossi', phone: '1', piva: '', businessname: 'Luce', address }
  const { user } = await as.call('saveProfile', { ...profile, language: 'it' })
  expect(user).toMatchObject({ ...profile, language: 'it', usertype: before.usertype, validation: before.validation })
})

it('completes a profile once: an installer waits to be verified, a client does not', async () => {
  const texts = { businessname: 'Luce', piva: '1' }
  const installer = await newcomer()
  const completed = await installer.as.call('completeProfile', { usertype: 'installer', ...texts })
  expect(completed.user).toMatchObject({ usertype: 'installer', validation: 'pending', ...texts })
  const client = await newcomer()
  expect((await client.as.call('completeProfile', { usertype: 'client', ...texts })).user.validation).toBe('verified')
  const again = server.as({ ...client.user, usertype: 'client' })
  expect(await again.refusal('completeProfile', { usertype: 'installer', ...texts })).toBe('NOT_ALLOWED')
})

it('keeps the day of a consent that is given again, and forgets one that is withdrawn', async () => {
  const { as } = await newcomer()
  const first = await as.call('saveMarketing', { marketing: true, profiling: false, thirdparts: false })
  const day = server.clock.now()
  expect(first.consents).toMatchObject({ marketing: day.toISOString(), profiling: null, thirdparts: null })
  server.clock.time = new Date(day.getTime() + 60_000)
  const second = await as.call('saveMarketing', { marketing: true, profiling: true, thirdparts: false })
  expect(second.consents).toMatchObject({
    marketing: day.toISOString(),
    profiling: server.clock.now().toISOString(),
  })
  const third = await as.call('saveMarketing', { marketing: false, profiling: true, thirdparts: false })
  expect(third.consents.marketing).toBeNull()
})

it('keeps when an appointment and the notice about photos were accepted', async () => {
  const { as } = await newcomer()
  const before = (await as.call('getUserInfos', {})).user
  const { user: appointed } = await as.call('saveNomina', {})
  const { user: informed } = await as.call('saveDisclaimerPhoto', {})
  expect(appointed).not.toEqual(before)
  expect(informed).not.toEqual(appointed)
})

it('lets the office decide once about who waits, and writes to them', async () => {
  const { user, as } = await newcomer()
  await as.call('completeProfile', { usertype: 'installer', businessname: 'Luce', piva: '1' })
  const pending = async () => (await server.as(office).call('getPendingUsers', {})).users.map(({ userid }) => userid)
  expect(await pending()).toContain(user.userId)
  const decide = (userId: string) =>
    server.as(office).refusal('updateUserValidation', { userId, validation: 'refused', reason: 'No number' })
  expect(await decide(randomUUID())).toBe('UserNotFoundException')
  const told = server.announced.length
  expect(await decide(user.userId)).toBeNull()
  expect(await decide(user.userId)).toBe('ALREADY_DECIDED')
  expect(await pending()).not.toContain(user.userId)
  expect(server.mails).toMatchObject([{ to: user.email, template: 'accountRefused', values: { reason: 'No number' } }])
  expect(server.announced.slice(told)).toEqual([
    {
      audience: { user: user.userId },
      event: 'updateUserValidation',
      data: { userid: user.userId, validation: 'refused' },
    },
  ])
})
