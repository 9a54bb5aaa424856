import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { entryPhotoLimits } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createFileFinder, createUploadReceiver } from '../files/index.ts'
import { entryPhotoUploads } from './entry-photos.ts'

let server: TestServer
let staff: User
let reader: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  ;[staff, reader] = [await server.create.user(), await server.create.user()]
  await server.as(staff).call('saveDisclaimerPhoto', {})
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, installerReadOnly: reader.userId } })
  await server.as(staff).call('addLogbookEntry', {
    plantId,
    kind: 'defect',
    text: 'A cover is broken',
    at: server.clock.now().toISOString(),
  })
})
afterAll(() => server.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const input = { no: 1, bytes: png.length }
const requestUpload = async (bytes = png.length) =>
  (await server.as(staff).call('uploadEntryPhoto', { ...input, plantId, bytes })).url
const send = async (url: string, content = png) => {
  const { ports, inTransaction } = server
  const receive = createUploadReceiver({
    kinds: entryPhotoUploads,
    ports,
    db: server.database.db,
    inTransaction,
  })
  return (await receive(staff, url.replace('/files/', '')))(
    'photo.png',
    inChunks(content),
    new AbortController().signal,
  )
}
const read = (no: number, caller = reader) => server.as(caller).call('getLogbookEntry', { plantId, no })

it('a photo is a separate entry sealed with its digest and visible to members', async () => {
  const { id } = await send(await requestUpload())
  const sha256 = createHash('sha256').update(png).digest('hex')
  const { related } = await read(1)
  expect(related).toMatchObject([
    {
      no: 2,
      kind: 'photo',
      about: 1,
      by: staff.name,
      facts: { file: id, type: 'image/png', bytes: png.length, sha256 },
    },
  ])
  const link = await server.as(reader).call('downloadEntryPhoto', { plantId, no: 2 })
  const findFile = createFileFinder({ ports: server.ports, db: server.database.db, guards: {} })
  const file = await findFile(reader, link.url.replace('/files/', ''))
  const content = await file.open(null)
  expect(Buffer.isBuffer(content) ? content : await buffer(content)).toEqual(png)
})

it('a photo needs write permission, the accepted notice and an existing entry', async () => {
  expect(await server.as(reader).refusal('uploadEntryPhoto', { ...input, plantId })).toBe('NOT_ALLOWED')
  const other = await server.create.user()
  const otherPlantId = await server.create.plant({ members: { installerStaff: other.userId } })
  expect(await server.as(other).refusal('uploadEntryPhoto', { ...input, plantId })).toBe('PLANT_NOT_FOUND')
  expect(await server.as(other).refusal('uploadEntryPhoto', { ...input, plantId: otherPlantId })).toBe(
    'LOGBOOK_ENTRY_NOT_FOUND',
  )
  const key = { plantId: otherPlantId, kind: 'drill', text: 'Evacuated' } as const
  await server.as(other).call('addLogbookEntry', { ...key, at: server.clock.now().toISOString() })
  expect(await server.as(other).refusal('uploadEntryPhoto', { ...input, plantId: otherPlantId })).toBe(
    'PHOTO_NOTICE_NOT_ACCEPTED',
  )
  const tooLarge = { ...input, plantId, bytes: entryPhotoLimits.bytes }
  expect(await server.as(staff).refusal('uploadEntryPhoto', tooLarge)).toBe('FILE_QUOTA_EXCEEDED')
})

it('an invalid or surplus photo leaves no entry and no file', async () => {
  const other = Buffer.from('no picture')
  await expect(send(await requestUpload(other.length), other)).rejects.toMatchObject({ code: 'FILE_TYPE_REFUSED' })
  const leaves = await Promise.all(Array.from({ length: entryPhotoLimits.perEntry + 1 }, () => requestUpload()))
  const uploads = await Promise.allSettled(leaves.map((url) => send(url)))
  expect(uploads.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'LOGBOOK_PHOTO_LIMIT' } },
  ])
  expect(await server.as(staff).refusal('uploadEntryPhoto', { ...input, plantId })).toBe('LOGBOOK_PHOTO_LIMIT')
  expect((await read(1)).related).toHaveLength(entryPhotoLimits.perEntry)
  const { rows } = await server.database.pool.query('select count(*)::int as n from file where plant_id = $1', [
    plantId,
  ])
  expect(rows[0].n).toBe(entryPhotoLimits.perEntry)
})

it('a photo is downloaded by entry number, by members only', async () => {
  await send(await requestUpload())
  expect(await server.as(reader).refusal('downloadEntryPhoto', { plantId, no: 1 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  expect(await server.as(reader).refusal('downloadEntryPhoto', { plantId, no: 3 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  const nonMember = await server.create.user()
  expect(await server.as(nonMember).refusal('downloadEntryPhoto', { plantId, no: 2 })).toBe('PLANT_NOT_FOUND')
  await server.database.pool.query(`update file set state = 'removed' where plant_id = $1`, [plantId])
  expect(await server.as(reader).refusal('downloadEntryPhoto', { plantId, no: 2 })).toBe('FILE_NOT_FOUND')
})

it('a photo older than the Basic history is refused', async () => {
  await send(await requestUpload())
  await server.database.pool.query('update plant set ever_pro = false, pro_expiry = null where id = $1', [plantId])
  const before = server.clock.time
  server.clock.time = new Date(before.getTime() + 40 * 86_400_000)
  expect(await server.as(reader).refusal('downloadEntryPhoto', { plantId, no: 2 })).toBe('LOGBOOK_ENTRY_NOT_FOUND')
  server.clock.time = before
})
