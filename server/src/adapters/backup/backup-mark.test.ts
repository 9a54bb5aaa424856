import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markBackup, readLastBackup } from './backup-mark.ts'

it('a data folder knows when its last backup was taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-mark-'))
  const dataDir = join(folder, 'data')
  expect(await readLastBackup(dataDir)).toBeNull()
  await markBackup(dataDir, '2026-11-30T00:00:00.000Z')
  await markBackup(dataDir, '2026-11-30T00:00:10.500Z')
  expect(await readLastBackup(dataDir)).toBe(Date.UTC(2026, 10, 30, 0, 0, 10, 500) / 1000)
  writeFileSync(join(dataDir, 'last-backup.json'), '{')
  expect(await readLastBackup(dataDir)).toBeNull()
  rmSync(folder, { recursive: true })
})
