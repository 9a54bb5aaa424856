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

describe('a photo of a lamp', () => {
  it('is added by who may edit, is shown to all members with who and when, and is announced', async () => {
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

  it('that is sent again, because no answer came, is there once, and anew once it was removed', async () => {
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

  it('is no file of the plant, and not removed as one', async () => {
    const { id: fileId } = await add(1)
    const administrator = await server.create.user()
    const other = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
    expect((await server.as(staff).call('getAttachments', { plantId })).attachments).toEqual([])
    expect(await server.as(administrator).refusal('deleteLampPhoto', { plantId: other, fileId })).toBe('FILE_NOT_FOUND')
    expect(await server.as(administrator).refusal('deleteFileNew', { plantId: other, fileId })).toBe('FILE_NOT_FOUND')
    expect(await photos(1)).toHaveLength(1)
  })

  it('is gone once it is removed, by who may edit', async () => {
    const { id: fileId } = await add(1)
    expect(await server.as(reader).refusal('deleteLampPhoto', { plantId, fileId })).toBe('NOT_ALLOWED')
    await server.as(staff).call('deleteLampPhoto', { plantId, fileId })
    expect(await photos(1)).toEqual([])
    expect(await findFile(server.database.db, fileId)).toMatchObject({ state: 'removed' })
    expect(await server.as(staff).refusal('deleteLampPhoto', { plantId, fileId })).toBe('FILE_NOT_FOUND')
  })

  it('goes with the lamp to the unit that takes the place of its own', async () => {
    await add(1)
    const formerUnit = await findUnit(server.database.db, plantId, { topic })
    topic = await nextUnit()
    await insertLamps(server, plantId, [{ addr: 7, serial: 'A1B2C1' }], topic)
    const unit = await findUnit(server.database.db, plantId, { topic })
    await moveLampPhotos(server.database.db, formerUnit?.id ?? '', unit?.id ?? '')
    expect(await photos(7)).toHaveLength(1)
  })

  it('goes to the lamp that takes the place of its own, beside those of that one', async () => {
    const oldPhotoId = (await add(1)).id
    const photoId = (await add(2)).id
    const unit = await findUnit(server.database.db, plantId, { topic })
    await moveLampPhotosToSuccessors(server.database.db, unit?.id ?? '', [{ old: 'A1B2C1', new: 'A1B2C2' }])
    expect((await photos(2)).map(({ id }) => id).toSorted()).toEqual([oldPhotoId, photoId].toSorted())
    expect(await photos(1)).toEqual([])
  })
})

describe('what is refused', () => {
  it('is a lamp that is not there, a person who has not accepted the notice, and one who may only read', async () => {
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

  it('is one more than a lamp may have, also of two that come for the last place', async () => {
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

  it('is what is no picture, more than a photo may have, nothing, and more than the plant has room for', async () => {
    await expect(add(1, Buffer.from('no picture'))).rejects.toMatchObject({ code: 'FILE_TYPE_REFUSED' })
    expect(await refusalOf(1, staff, 0)).toBe('INVALID_INPUT')
    expect(await refusalOf(1, staff, lampPhotoLimits.bytes + 1)).toBe('INVALID_INPUT')
    expect(await refusalOf(1, staff, 5_000_000)).toBe('FILE_QUOTA_EXCEEDED')
    expect(await photos(1)).toEqual([])
  })
})
