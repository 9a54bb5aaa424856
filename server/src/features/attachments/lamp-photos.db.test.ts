import { lampPhotoLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { createUploadReceiver, findFile } from '../files/index.ts'
import { attachmentUploads } from './attachment-uploads.ts'
import { moveLampPhotos, moveLampPhotosToSuccessors } from './attachments.store.ts'

let server: TestServer
let staff: User
let reader: User
let plantId: string
let topic: string
let units = 0
const nextUnit = () => server.create.unit(plantId, 'logica', (0xe0_00_00 + units++).toString(16).toUpperCase())
beforeAll(async () => {
  server = await createTestServer()
  staff = await server.create.user()
  reader = await server.create.user()
  await server.as(staff).call('saveDisclaimerPhoto', {})
})
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerStaff: staff.userId, installerReadOnly: reader.userId } })
  topic = await nextUnit()
  await insertLamps(
    server,
    plantId,
    [1, 2].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
    topic,
  )
})
afterAll(() => server.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const lampAt = (addr: number) => ({ plantId, topic, addr })
const requestUpload = (addr: number, caller = staff, bytes = 200) =>
  server.as(caller).call('uploadLampPhoto', { ...lampAt(addr), bytes })
const refusalOf = (addr: number, caller = staff, bytes = 100) =>
  server.as(caller).refusal('uploadLampPhoto', { ...lampAt(addr), bytes })
const begin = async (url: string, caller = staff) =>
  createUploadReceiver({
    kinds: attachmentUploads,
    ports: server.ports,
    db: server.database.db,
    inTransaction: server.inTransaction,
  })(caller, url.replace('/files/', ''))
const neverAborted = new AbortController().signal
let otherCount = 0
/** A unique picture: decoders ignore the bytes after its end. */
const createPicture = () => Buffer.concat([png, Buffer.from(String(otherCount++))])
const add = async (addr: number, content = createPicture()) =>
  (await begin((await requestUpload(addr, staff, content.length)).url))('photo.png', inChunks(content), neverAborted)
const photos = async (addr: number) => (await server.as(reader).call('getLampPhotos', lampAt(addr))).photos

describe('lamp photo', () => {
  it('is added by editors, shown to all members and broadcast', async () => {
    server.broadcasts.length = 0
    const content = createPicture()
    const { id: fileId } = await add(1, content)
    expect(await photos(1)).toMatchObject([
      {
        id: fileId,
        name: 'photo.png',
        type: 'image/png',
        category: 'photo',
        addedBy: staff.name,
        previewState: 'pending',
      },
    ])
    expect(await photos(2)).toEqual([])
    expect(server.jobs.at(-1)).toEqual({ name: 'attachment.preview', data: { plantId, fileId } })
    const announcement = { audience: { plant: plantId }, event: 'attachments', data: { plant_id: plantId, fileId } }
    expect(server.broadcasts).toContainEqual(announcement)
    const link = await server.as(reader).call('downloadAttachment', { plantId, fileId })
    expect(link).toMatchObject({ name: 'photo.png', bytes: content.length })
  })

  it('is saved once when sent again, and added again after its removal', async () => {
    const content = createPicture()
    const { id: fileId } = await add(1, content)
    server.broadcasts.length = 0
    expect((await add(1, content)).id).toBe(fileId)
    expect(await photos(1)).toHaveLength(1)
    expect(server.broadcasts).toEqual([])
    const [firstPhoto, other] = await Promise.all([add(2, content), add(2, content)])
    expect(other?.id).toBe(firstPhoto?.id)
    await server.as(staff).call('deleteLampPhoto', { plantId, fileId })
    expect((await add(1, content)).id).not.toBe(fileId)
    expect(await photos(1)).toHaveLength(1)
  })

  it('is not listed or removed as an attachment of the plant', async () => {
    const { id: fileId } = await add(1)
    const administrator = await server.create.user()
    const other = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
    expect((await server.as(staff).call('getAttachments', { plantId })).attachments).toEqual([])
    expect(await server.as(administrator).refusal('deleteLampPhoto', { plantId: other, fileId })).toBe('FILE_NOT_FOUND')
    expect(await server.as(administrator).refusal('deleteFileNew', { plantId: other, fileId })).toBe('FILE_NOT_FOUND')
    expect(await photos(1)).toHaveLength(1)
  })

  it('can be removed by editors only', async () => {
    const { id: fileId } = await add(1)
    expect(await server.as(reader).refusal('deleteLampPhoto', { plantId, fileId })).toBe('NOT_ALLOWED')
    await server.as(staff).call('deleteLampPhoto', { plantId, fileId })
    expect(await photos(1)).toEqual([])
    expect(await findFile(server.database.db, fileId)).toMatchObject({ state: 'removed' })
    expect(await server.as(staff).refusal('deleteLampPhoto', { plantId, fileId })).toBe('FILE_NOT_FOUND')
  })

  it('moves with its lamp to the replacing unit', async () => {
    await add(1)
    const formerUnit = await findUnit(server.database.db, plantId, { topic })
    topic = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C1' }], topic)
    const unit = await findUnit(server.database.db, plantId, { topic })
    await moveLampPhotos(server.database.db, formerUnit?.id ?? '', unit?.id ?? '')
    expect(await photos(7)).toHaveLength(1)
  })

  it('moves to the replacing lamp and joins its photos', async () => {
    const oldPhotoId = (await add(1)).id
    const photoId = (await add(2)).id
    const unit = await findUnit(server.database.db, plantId, { topic })
    await moveLampPhotosToSuccessors(server.database.db, unit?.id ?? '', [{ old: 'A1B2C1', new: 'A1B2C2' }])
    expect((await photos(2)).map(({ id }) => id).toSorted()).toEqual([oldPhotoId, photoId].toSorted())
    expect(await photos(1)).toEqual([])
  })
})

describe('refused lamp photo', () => {
  it('has no lamp, no accepted notice or no permission', async () => {
    expect(await refusalOf(9)).toBe('LAMP_NOT_FOUND')
    expect(await refusalOf(1, reader)).toBe('NOT_ALLOWED')
    const newUser = await server.create.user()
    plantId = await server.create.plant({ members: { installerStaff: newUser.userId } })
    expect(await refusalOf(1, newUser)).toBe('LAMP_NOT_FOUND')
    topic = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], topic)
    expect(await refusalOf(1, newUser)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
    await server.as(newUser).call('saveDisclaimerPhoto', {})
    expect(await refusalOf(1, newUser)).toBeNull()
    expect(await refusalOf(1, staff)).toBe('PLANT_NOT_FOUND')
  })

  it('exceeds the limit per lamp, also with simultaneous uploads', async () => {
    for (let n = 1; n < lampPhotoLimits.perLamp; n++) await add(1)
    const contents = [createPicture(), createPicture()]
    const uploadHandlers = await Promise.all(
      contents.map(async (content) => begin((await requestUpload(1, staff, content.length)).url)),
    )
    const outcomes = await Promise.allSettled(
      uploadHandlers.map((upload, at) => upload('a.png', inChunks(contents[at] ?? png), neverAborted)),
    )
    const limit = lampPhotoLimits.perLamp
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'LAMP_PHOTO_LIMIT', details: { limit } },
    })
    expect(await photos(1)).toHaveLength(limit)
    expect(await refusalOf(1)).toBe('LAMP_PHOTO_LIMIT')
    expect(await refusalOf(2)).toBeNull()
  })

  it('is no picture, empty, too large or beyond the quota', async () => {
    await expect(add(1, Buffer.from('no picture'))).rejects.toMatchObject({ code: 'FILE_TYPE_REFUSED' })
    expect(await refusalOf(1, staff, 0)).toBe('INVALID_INPUT')
    expect(await refusalOf(1, staff, lampPhotoLimits.bytes + 1)).toBe('INVALID_INPUT')
    expect(await refusalOf(1, staff, 5_000_000)).toBe('FILE_QUOTA_EXCEEDED')
    expect(await photos(1)).toEqual([])
  })
})
