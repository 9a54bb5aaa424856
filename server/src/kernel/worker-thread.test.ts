import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { openWorkerThread } from './worker-thread.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'side-thread-'))
afterAll(() => folder.remove())
const module = pathToFileURL(join(folder.path, 'work.mjs'))
writeFileSync(
  fileURLToPath(module),
  `let calls = 0
   export const double = (bytes) => bytes.map((one) => one * 2)
   export const count = () => ++calls
   export const refuse = () => { throw new Error('not that') }
   export const die = () => process.exit(3)
   export const block = (ms) => { const end = Date.now() + ms; while (Date.now() < end); return end }`,
)
type Work = {
  double: (bytes: Uint8Array) => Uint8Array
  count: (input: null) => number
  refuse: (input: null) => void
  die: (input: null) => void
  block: (ms: number) => number
}
const open = () => openWorkerThread<Work>(module)

test('results and errors of a function are returned', async () => {
  const thread = open()
  expect(await thread.run('double', Uint8Array.of(1, 2))).toEqual(Uint8Array.of(2, 4))
  await expect(thread.run('refuse', null)).rejects.toThrow('not that')
  expect(await thread.run('count', null)).toBe(1)
})

test('a dying thread fails its calls, and the next call gets a new one', async () => {
  const thread = open()
  expect(await thread.run('count', null)).toBe(1)
  await expect(Promise.all([thread.run('die', null), thread.run('count', null)])).rejects.toThrow('ended')
  expect(await thread.run('count', null)).toBe(1)
})

test('the event loop continues during a computation', async () => {
  const thread = open()
  await thread.run('count', null)
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await thread.run('block', 150)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
})

test('the number of waiting calls is limited', async () => {
  const thread = open()
  const orders = Array.from({ length: 80 }, () => thread.run('count', null))
  const outcomes = await Promise.allSettled(orders)
  const rejection = outcomes
    .filter(({ status }) => status === 'rejected')
    .map((one) => (one as PromiseRejectedResult).reason)
  expect(rejection).toHaveLength(16)
  expect(rejection.every((error) => error instanceof Refusal && error.code === 'SERVER_BUSY')).toBe(true)
  expect(await thread.run('count', null)).toBe(65)
})
