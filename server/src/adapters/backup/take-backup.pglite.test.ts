import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietLog } from '../../testing/quiet-log.ts'
import { configOf } from '../../testing/test-database.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { takeBackup } from './take-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-running-'))
const records = 150_000
let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
  await server.database.pool.query(
    `insert into unit_record (unit, boot, seq, kind, body, at, received_at)
     select 'logica_0A1B2C', 1, n, 'mains', '{"on":true}', now(), now() from generate_series(1, ${records}) n`,
  )
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Milliseconds of the longest question until it is over, each asked as soon as the last was answered. */
const longestWait = async (isOver: () => boolean): Promise<number> => {
  let longest = 0
  while (!isOver()) {
    const began = performance.now()
    await server.database.pool.query('select 1')
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

test('whoever asks the built-in database is answered while a backup is taken of it', { timeout: 60_000 }, async () => {
  let isOver = false
  const began = performance.now()
  const installation = { database: configOf(server.database), files: server.ports.files, log: quietLog() }
  const taken = takeBackup(installation, '1.2.3', join(folder, 'backup')).finally(() => {
    isOver = true
  })
  const waited = await longestWait(() => isOver)
  expect((await taken).rows).toMatchObject({ unit_record: records })
  expect(waited / (performance.now() - began)).toBeLessThan(0.2)
})
