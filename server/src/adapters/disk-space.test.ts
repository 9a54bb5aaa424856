import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { watchDisk } from './disk-space.ts'

it('reports the volume of a folder, and nothing for a missing one', async () => {
  const { blocks, bsize } = statfsSync(tmpdir())
  const space = await watchDisk(tmpdir())()
  expect(space?.size).toBe(blocks * bsize)
  expect(space?.free).toBeLessThan(space?.size ?? 0)
  expect(await watchDisk('/no/such/folder')()).toBeNull()
})
