import { expect, test } from 'vitest'
import { chunkTimeoutMs, withinTime } from './later.tsx'

test('waits 120 s for a page, as specified', () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

test('code that comes in time is used', async () => {
  expect(await withinTime(Promise.resolve('page'), 1000)).toBe('page')
})

test('code that does not come ends the wait', async () => {
  await expect(withinTime(new Promise(() => undefined), 5)).rejects.toMatchObject({ code: 'chunk_timeout' })
})

test('code that is gone since a new release is told apart', async () => {
  await expect(withinTime(Promise.reject(new Error('404')), 1000)).rejects.toMatchObject({ code: 'chunk_failed' })
})
