import { expect, test } from 'vitest'
import { createConnectionGate } from './connection-gate.ts'
import { tokenBucket } from './token-bucket.ts'

test('a burst passes at once, later takes wait, and idle time restores one burst', () => {
  let now = 0
  const bucket = tokenBucket(10, 3, () => now)
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0])
  expect([bucket.take(), bucket.take()]).toEqual([100, 200])
  now = 60_000
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 100])
})

test('a full gate admits waiting connections in order', async () => {
  const gate = createConnectionGate(1)
  const takenBytes: string[] = []
  await gate.enter()
  const [second, third] = ['second', 'third'].map((name) => gate.enter().then(() => takenBytes.push(name)))
  expect(takenBytes).toEqual([])
  gate.leave()
  await second
  expect(takenBytes).toEqual(['second'])
  gate.leave()
  await third
  expect(takenBytes).toEqual(['second', 'third'])
})
