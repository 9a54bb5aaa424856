import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestDevice, keyOf } from '../../testing/own-device.ts'
import { withOfflineFallback } from './offline-fallback.ts'

afterEach(() => {
  // The real `onLine` is on the prototype.
  Reflect.deleteProperty(document, 'visibilityState')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Device = Awaited<ReturnType<typeof createTestDevice>>
const signIn = async ({ vault }: Device, userid: string) => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { key: keyOf(userid) } }))
  return vault.acquireKey(userid)
}
/** A cache with one answer on screen, and the stored answers after a while. */
const sendHeard = async (device: Device, answer: unknown, { heardAt }: { heardAt?: number } = {}) => {
  const queries = new QueryClient()
  const stop = device.reads.startSavingReads(queries, () => heardAt)
  queries.setQueryData(['getLamps', { plantId: 'p' }], answer)
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(async () =>
    expect(await (await device.vault.openDeviceStore())?.get('read', '["getLamps",{"plantId":"p"}]')).toBeDefined(),
  )
  stop()
  return queries
}

test('a seen answer is available offline and stored encrypted', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada')
  await sendHeard(device, { lamps: ['Basement door'] })
  const storedEntries = await (await device.vault.openDeviceStore())?.getAll('read')
  expect(await device.reads.findSavedRead(['getLamps', { plantId: 'p' }])).toEqual({ lamps: ['Basement door'] })
  expect(storedEntries).toHaveLength(1)
  expect(new TextDecoder().decode(storedEntries?.[0]?.data)).not.toContain('Basement')
  expect(await device.reads.findSavedRead(['getLamps', { plantId: 'other' }])).toBeUndefined()
})

test('signing out deletes key and answers, and other people get none of them', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada')
  await sendHeard(device, { lamps: [1] })
  await signIn(device, 'bea')
  expect(await (await device.vault.openDeviceStore())?.count('read')).toBe(0)
  await sendHeard(device, { lamps: [2] })
  await device.vault.deleteKey()
  expect(await device.vault.findAccountKey()).toBeUndefined()
  expect(await (await device.vault.openDeviceStore())?.count('read')).toBe(0)
  expect(await device.reads.findSavedRead(['getLamps', { plantId: 'p' }])).toBeUndefined()
})

test('the key cannot be exported', async () => {
  const device = await createTestDevice()
  const adaCalls = await signIn(device, 'ada')
  await expect(crypto.subtle.exportKey('raw', adaCalls?.key as CryptoKey)).rejects.toThrow()
})

test('data encrypted for one place cannot be decrypted in another', async () => {
  const device = await createTestDevice()
  const adaCalls = await signIn(device, 'ada')
  if (!adaCalls) throw new Error('no key')
  const locked = await device.vault.encryptJson(adaCalls, 'here', { a: 1 })
  expect(await device.vault.decryptJson(adaCalls, 'here', locked)).toEqual({ a: 1 })
  await expect(device.vault.decryptJson(adaCalls, 'there', locked)).rejects.toThrow()
})

test('the oldest answers are deleted above the limit', async () => {
  const device = await createTestDevice()
  const adaCalls = await signIn(device, 'ada')
  const vault = await device.vault.openDeviceStore()
  if (!adaCalls || !vault) throw new Error('no vault')
  const locked = await device.vault.encryptJson(adaCalls, 'x', 1)
  for (let at = 0; at < device.reads.maxSavedReads + 3; at++)
    await vault.put('read', { ...locked, at: 2_000 + at }, `old ${at}`)
  await sendHeard(device, { lamps: [] }, { heardAt: 9_000_000_000_000 })
  await vi.waitFor(async () => expect(await vault.count('read')).toBe(device.reads.maxSavedReads))
  expect(await vault.get('read', 'old 0')).toBeUndefined()
  expect(await vault.get('read', `old ${device.reads.maxSavedReads + 2}`)).toBeDefined()
})

const key = ['getLamps', { plantId: 'p' }] as const

test('a saved answer replaces a failed read offline, and a refusal is passed on', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada')
  await sendHeard(device, { lamps: ['kept'] })
  const client = new QueryClient()
  const offlineQuery = { client, queryKey: key }
  const noLine = () => Promise.reject(new ApiFailure('network_error', 0))
  expect(await withOfflineFallback(noLine(), offlineQuery).catch(String)).toEqual({ lamps: ['kept'] })
  await expect(
    withOfflineFallback(Promise.reject(new ApiFailure('PLANT_NOT_FOUND', 404)), offlineQuery),
  ).rejects.toMatchObject({
    code: 'PLANT_NOT_FOUND',
  })
  client.setQueryData(key, { lamps: ['on screen'] })
  await expect(withOfflineFallback(noLine(), offlineQuery)).rejects.toMatchObject({ code: 'network_error' })
})

test('a saved answer replaces a slow read until the new one arrives', async () => {
  const device = await createTestDevice()
  await signIn(device, 'ada')
  await sendHeard(device, { lamps: ['kept'] })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const client = new QueryClient()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const answer = withOfflineFallback(promise, { client, queryKey: key })
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await answer).toEqual({ lamps: ['kept'] })
  resolve({ lamps: ['new'] })
  await vi.waitFor(() => expect(client.getQueryData(key)).toEqual({ lamps: ['new'] }))
})

test('a read without line and without the code of saved answers fails as the line does', async () => {
  vi.doMock('./saved-reads.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const offlineQuery = { client: new QueryClient(), queryKey: ['getLamps', { plantId: 'p' }] }
  const pendingAnswer = Promise.reject(new ApiFailure('network_error', 0))
  await expect(withOfflineFallback(pendingAnswer, offlineQuery)).rejects.toMatchObject({ code: 'network_error' })
  vi.doUnmock('./saved-reads.ts')
})
