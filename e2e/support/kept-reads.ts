import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Keys of the answers stored by the device for use offline; they are stored some seconds after their display. */
const listKeptReads = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    // Opening a database that the product has not made yet would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'vigilux')) return []
    const resultOf = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
    const database = await resultOf(indexedDB.open('vigilux'))
    const keys = await resultOf(database.transaction('read').objectStore('read').getAllKeys())
    database.close()
    return keys.map(String)
  })()`)

/** Waits until the device keeps an answer of this action, and so is ready to work offline. */
export const waitForKeptRead = (page: Page, action: string): Promise<void> =>
  expect.poll(async () => (await listKeptReads(page)).some((key) => key.startsWith(`["${action}"`))).toBe(true)
