import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-bridge-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('gives a folder to one process at a time', async () => {
  const unlock = await lockFolder(folder)
  expect(unlock).not.toBeNull()
  expect(await lockFolder(folder)).toBeNull()
  unlock?.()
  const again = await lockFolder(folder)
  expect(again).not.toBeNull()
  again?.()
})

it('takes a folder from a process that was killed', async () => {
  const path = join(folder, 'bridge.lock')
  const code = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', code])
  expect(existsSync(path)).toBe(true)
  const unlock = await lockFolder(folder)
  expect(unlock).not.toBeNull()
  unlock?.()
})
