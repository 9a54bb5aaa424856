import { attachmentLimits } from '@vigilux/contract/features/attachments/attachment.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { pdfOfTwoPages } from '../../testing/drawings.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { smallDrawings } from '../../testing/small-drawings.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createUploadReceiver, findFile } from '../files/index.ts'
import { plantMemberTable } from '../members/members.schema.ts'
import { attachmentUploads } from './attachment-uploads.ts'
import { previewWorker } from './create-previews.ts'

let server: TestServer
let administrator: User
let owner: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  owner = await server.create.user({ usertype: 'client' })
})
beforeEach(async () => {
  const members = { installerAdministrator: administrator.userId, clientOwner: owner.userId }
  plantId = await server.create.plant({ members })
})
afterAll(() => server.stop())

const neverAborted = new AbortController().signal
const content = Buffer.from('the manual of a battery')
const tokenOf = (url: string) => url.replace('/files/', '')
const requestUpload = (bytes = content.length, category = 'manual' as const) =>
  server.as(administrator).call('uploadAttachment', { plantId, category, bytes })
const receiver = () =>
  createUploadReceiver({
    kinds: attachmentUploads,
    ports: server.ports,
    db: server.database.db,
    inTransaction: server.inTransaction,
  })
const begin = async (url: string, caller = administrator) => receiver()(caller, tokenOf(url))
const attach = async (name = 'manual.txt', bytes = content) => {
  const upload = await begin((await requestUpload(bytes.length)).url)
  return upload(name, inChunks(bytes), neverAborted)
}
const readAttachments = async (caller = owner) =>
  (await server.as(caller).call('getAttachments', { plantId })).attachments

describe('photo or drawing', () => {
  it.each(['photo', 'drawing'] as const)(
    'is refused until the person has accepted the notice: %s',
    async (category) => {
      const person = await server.create.user()
      const ownPlantId = await server.create.plant({ members: { installerAdministrator: person.userId } })
      const personClient = server.as(person)
      const upload = { plantId: ownPlantId, category, bytes: 10 }
      expect(await personClient.refusal('uploadAttachment', upload)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
      for (const other of ['certificate', 'manual', 'other'])
        expect(await personClient.refusal('uploadAttachment', { ...upload, category: other })).toBeNull()
      await personClient.call('saveDisclaimerPhoto', {})
      expect(await personClient.refusal('uploadAttachment', upload)).toBeNull()
    },
  )
})

describe('attachment', () => {
  it('is shown to all members with author, time and category, and broadcast', async () => {
    const { id } = await attach('../../battery\u202E.txt')
    const [file, ...others] = await readAttachments()
    expect(others).toEqual([])
    expect(file).toEqual({
      id,
      name: '_.._battery.txt',
      type: 'application/octet-stream',
      bytes: content.length,
      category: 'manual',
      addedAt: server.clock.now().toISOString(),
      addedBy: administrator.name,
      previewState: 'none',
      preview: null,
    })
    const announcement = { audience: { plant: plantId }, event: 'attachments', data: { plant_id: plantId, fileId: id } }
    expect(server.broadcasts).toContainEqual(announcement)
  })

  it('gets a distinct name if the name is taken', async () => {
    for (const name of ['plan.pdf', 'plan.pdf', 'Plan.PDF']) await attach(name)
    expect((await readAttachments()).map(({ name }) => name).sort()).toEqual([
      'Plan (3).PDF',
      'plan (2).pdf',
      'plan.pdf',
    ])
  })

  it('holds no connection and no plant lock during its upload', async () => {
    const upload = await begin((await requestUpload(2 * content.length)).url)
    const room = { level: 'room', parentId: null, name: 'Hall', kind: null, areaM2: null } as const
    const source = async function* () {
      yield content
      await server.as(administrator).call('saveRoom', { plantId, room })
      yield content
    }
    expect(await upload('slow.txt', source(), neverAborted)).toMatchObject({ bytes: 2 * content.length })
  })

  it('can be downloaded by each member with a link', async () => {
    const { id } = await attach()
    const link = await server.as(owner).call('downloadAttachment', { plantId, fileId: id })
    expect(link).toMatchObject({ name: 'manual.txt', bytes: content.length })
    expect(server.ports.fileLinks.read(tokenOf(link.url), owner.sessionId)).toBe(id)
  })

  it.each(['deleteFile', 'deleteFileNew'] as const)('is removed by %s and frees its space', async (action) => {
    const { id, name } = await attach()
    const input = action === 'deleteFile' ? { plantId, name } : { plantId, fileId: id }
    expect(await server.as(administrator).refusal(action, input)).toBeNull()
    expect(await readAttachments()).toEqual([])
    expect(await findFile(server.database.db, id)).toMatchObject({ state: 'removed' })
    expect(await server.as(administrator).refusal(action, input)).toBe('FILE_NOT_FOUND')
    expect(await server.as(owner).refusal('downloadAttachment', { plantId, fileId: id })).toBe('FILE_NOT_FOUND')
  })

  it('is not found from another plant', async () => {
    const { id } = await attach()
    const other = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
    const administratorClient = server.as(administrator)
    expect(await administratorClient.refusal('downloadAttachment', { plantId: other, fileId: id })).toBe(
      'FILE_NOT_FOUND',
    )
    expect(await administratorClient.refusal('deleteFileNew', { plantId: other, fileId: id })).toBe('FILE_NOT_FOUND')
    expect(await administratorClient.refusal('deleteFile', { plantId: other, name: 'manual.txt' })).toBe(
      'FILE_NOT_FOUND',
    )
    expect(await readAttachments()).toHaveLength(1)
  })
})

describe('refused attachment', () => {
  it('exceeds the quota at request or upload', async () => {
    const earlyUpload = await requestUpload(1_500_000)
    await attach('large.bin', Buffer.alloc(1_500_000))
    const details = { usedMb: 2, allowedMb: 2 }
    await expect(requestUpload(1_500_000)).rejects.toMatchObject({ code: 'FILE_QUOTA_EXCEEDED', details })
    const upload = await begin(earlyUpload.url)
    await expect(upload('late.bin', inChunks(Buffer.alloc(1_500_000)), neverAborted)).rejects.toMatchObject({
      code: 'FILE_QUOTA_EXCEEDED',
      details,
    })
    expect(await readAttachments()).toHaveLength(1)
  })

  it('exceeds the limit of files, also with simultaneous uploads', async () => {
    for (let n = 1; n < attachmentLimits.files; n++) await attach(`${n}.txt`)
    const [firstUpload, other] = [await begin((await requestUpload()).url), await begin((await requestUpload()).url)]
    const outcomes = await Promise.allSettled([
      firstUpload('a', inChunks(content), neverAborted),
      other('b', inChunks(content), neverAborted),
    ])
    const refusal = outcomes.find(({ status }) => status === 'rejected')
    expect(refusal).toMatchObject({ reason: { code: 'ATTACHMENT_LIMIT', details: { limit: attachmentLimits.files } } })
    expect(await readAttachments()).toHaveLength(attachmentLimits.files)
    await expect(requestUpload()).rejects.toMatchObject({ code: 'ATTACHMENT_LIMIT' })
  })

  it('is smaller than announced or reuses its link', async () => {
    const { url } = await requestUpload()
    const [upload, other] = [await begin(url), await begin(url)]
    await expect(upload('a', inChunks(content.subarray(1)), neverAborted)).rejects.toMatchObject({
      code: 'FILE_INCOMPLETE',
      details: { received: content.length - 1, announced: content.length },
    })
    expect(await readAttachments()).toEqual([])
    const outcomes = await Promise.allSettled([
      upload('a', inChunks(content), neverAborted),
      other('b', inChunks(content), neverAborted),
    ])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'FILE_LINK_INVALID' },
    })
    await expect(begin(url)).rejects.toMatchObject({ code: 'FILE_LINK_INVALID' })
    expect(await readAttachments()).toHaveLength(1)
  })

  it('is larger than announced, empty or out of bounds', async () => {
    const upload = await begin((await requestUpload(content.length - 1)).url)
    await expect(upload('a', inChunks(content), neverAborted)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await expect(upload('a', inChunks(Buffer.alloc(0)), neverAborted)).rejects.toMatchObject({ code: 'FILE_EMPTY' })
    expect(await readAttachments()).toEqual([])
    const refuseUpload = (bytes: number) =>
      server.as(administrator).refusal('uploadAttachment', { plantId, category: 'photo', bytes })
    expect([await refuseUpload(0), await refuseUpload(attachmentLimits.bytes + 1)]).toEqual([
      'INVALID_INPUT',
      'INVALID_INPUT',
    ])
  })

  it('uses a link of another session or lacks permission', async () => {
    const { url } = await requestUpload()
    await expect(begin(url, { ...administrator, sessionId: 'another' })).rejects.toMatchObject({
      code: 'FILE_LINK_INVALID',
    })
    const upload = await begin(url)
    const link = { kind: 'attachment', of: plantId, bytes: 100, detail: 'manual', sessionId: owner.sessionId }
    await expect(begin(server.ports.fileLinks.signUpload(link), owner)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    const source = async function* () {
      yield content
      await server.database.db.delete(plantMemberTable).where(eq(plantMemberTable.plantId, plantId))
    }
    await expect(upload('a', source(), neverAborted)).rejects.toMatchObject({ code: 'PLANT_NOT_FOUND' })
    await expect(begin(url)).rejects.toMatchObject({ code: 'PLANT_NOT_FOUND' })
  })
})

describe('attachment preview', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  /** Runs the attachment's preview job, with a decoder returning this picture. */
  const makePreview = async (picture: Buffer | null, quotaMb = 2) => {
    const { ports, database, inTransaction } = server
    const job = server.jobs.at(-1)
    await previewWorker({
      ports: {
        ...ports,
        settings: { ...ports.settings, filesQuotaMb: quotaMb },
        jobs: {
          ...ports.jobs,
          work: (name, handler) =>
            handler({ id: name, data: job?.data as Parameters<typeof handler>[0]['data'], signal: neverAborted }),
        },
      },
      db: database.db,
      inTransaction,
      pictures: { preview: async () => picture },
      drawings: smallDrawings,
    })
  }
  const stateOf = async () =>
    (await readAttachments()).map(({ previewState, preview }) => [previewState, preview !== null])

  it('is pending, then ready and broadcast, and removed with its file', async () => {
    const { id } = await attach('photo.png', png)
    expect(server.jobs.at(-1)).toEqual({ name: 'attachment.preview', data: { plantId, fileId: id } })
    expect(await stateOf()).toEqual([['pending', false]])
    server.broadcasts.length = 0
    await makePreview(webp)
    expect(await stateOf()).toEqual([['ready', true]])
    expect(server.broadcasts).toHaveLength(1)
    const [attachment] = await readAttachments()
    const previewId = server.ports.fileLinks.read(tokenOf(attachment?.preview?.url ?? ''), owner.sessionId) ?? ''
    expect(await findFile(server.database.db, previewId)).toMatchObject({ type: 'image/webp', state: 'stored' })
    await server.as(administrator).call('deleteFileNew', { plantId, fileId: id })
    expect(await findFile(server.database.db, previewId)).toMatchObject({ state: 'removed' })
  })

  it('is missing where the picture fails or the quota is used', async () => {
    await attach('broken.png', png)
    await makePreview(null)
    await attach('large.png', png)
    await makePreview(webp, 0)
    expect(await stateOf()).toEqual([
      ['none', false],
      ['none', false],
    ])
  })

  it('of a PDF is its first page, and missing if broken', async () => {
    await attach('certificate.pdf', pdfOfTwoPages)
    await makePreview(null)
    await attach('broken.pdf', Buffer.from('%PDF-1.4\nand then nothing'))
    await makePreview(webp)
    const states = new Map(
      (await readAttachments()).map(({ name, type, previewState }) => [name, [type, previewState]]),
    )
    expect(states.get('certificate.pdf')).toEqual(['application/pdf', 'ready'])
    expect(states.get('broken.pdf')).toEqual(['application/pdf', 'none'])
  })

  it('is dropped if its file was removed in the meantime', async () => {
    const { id } = await attach('gone.png', png)
    await server.as(administrator).call('deleteFileNew', { plantId, fileId: id })
    await makePreview(webp)
    expect(await readAttachments()).toEqual([])
  })
})
