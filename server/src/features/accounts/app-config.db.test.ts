import { appConfigLimits } from '@vigilux/contract/features/accounts/account.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const entries = (from: number, count: number, value: string | boolean) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${from + n}`, value]))
const bytesOf = (appConfig: unknown) => Buffer.byteLength(JSON.stringify(appConfig))

it('preferences of an account are limited in number, and existing ones remain', async () => {
  const person = server.as(await server.create.user())
  const { keys } = appConfigLimits
  await person.call('saveAppConfig', { appConfig: entries(0, keys, true) })
  expect(await person.refusal('saveAppConfig', { appConfig: entries(keys, 1, true) })).toBe('PAYLOAD_TOO_LARGE')
  const { user } = await person.call('getUserInfos', {})
  expect(Object.keys(user.appConfig)).toHaveLength(keys)
  // An existing entry may change.
  const { appConfig } = await person.call('saveAppConfig', { appConfig: { 'key-0': false } })
  expect(appConfig['key-0']).toBe(false)
})

it('preferences of an account are limited in bytes, and existing ones remain', async () => {
  const person = server.as(await server.create.user())
  const longName = '€'.repeat(200)
  const { appConfig: before } = await person.call('saveAppConfig', { appConfig: entries(0, 90, longName) })
  expect(await person.refusal('saveAppConfig', { appConfig: entries(90, 90, longName) })).toBe('PAYLOAD_TOO_LARGE')
  expect((await person.call('getUserInfos', {})).user.appConfig).toEqual(before)
})

it('two simultaneous saves are both kept within the limit', async () => {
  const person = server.as(await server.create.user())
  const longName = 'x'.repeat(200)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => person.refusal('saveAppConfig', { appConfig: entries(n * 50, 50, longName) })),
  )
  const appConfig = (await person.call('getUserInfos', {})).user.appConfig
  const savedCount = outcomes.filter((code) => code === null).length
  expect(savedCount).toBeGreaterThan(1)
  expect(Object.keys(appConfig)).toHaveLength(savedCount * 50)
  expect(bytesOf(appConfig)).toBeLessThanOrEqual(appConfigLimits.bytes)
})

it('preferences are also limited by a database constraint', async () => {
  const person = await server.create.user()
  const tooLongConfig = JSON.stringify({ key: 'x'.repeat(appConfigLimits.bytes) })
  await expect(
    server.database.pool.query('update profile set app_config = $1 where user_id = $2', [tooLongConfig, person.userId]),
  ).rejects.toThrow('profile_app_config_size')
})
