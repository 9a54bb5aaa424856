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
  administrator = await server.given.user()
  owner = await server.given.user({ usertype: 'client' })
})
beforeEach(async () => {
  const members = { installerAdministrator: administrator.userId, clientOwner: owner.userId }
  plantId = await server.given.plant({ members })
})
afterAll(() => server.stop())

const never = new AbortController().signal
const content = Buffer.from('the manual of a battery')
const tokenOf = (url: string) => url.replace('/files/', '')
const leave = (bytes = content.length, category = 'manual' as const) =>
  server.as(administrator).call('uploadAttachment', { plantId, category, bytes })
const receiver = () =>
  createUploadReceiver({
    kinds: attachmentUploads,
    ports: server.ports,
    db: server.database.db,
    inTransaction: server.inTransaction,
  })
const begin = async (url: string, by = administrator) => receiver()(by, tokenOf(url))
const attach = async (name = 'manual.txt', bytes = content) => {
  const take = await begin((await leave(bytes.length)).url)
  return take(name, inChunks(bytes), never)
}
const listed = async (by = owner) => (await server.as(by).call('getAttachments', { plantId })).attachments

describe('a photo or a drawing', () => {
  it.each(['photo', 'drawing'] as const)(
    'has no leave before its person has accepted the notice: %s',
    async (category) => {
      const person = await server.given.user()
      const here = await server.given.plant({ members: { installerAdministrator: person.userId } })
      const as = server.as(person)
      const upload = { plantId: here, category, bytes: 10 }
      expect(await as.refusal('uploadAttachment', upload)).toBe('PHOTO_NOTICE_NOT_ACCEPTED')
      for (const other of ['certificate', 'manual', 'other'])
        expect(await as.refusal('uploadAttachment', { ...upload, category: other })).toBeNull()
      await as.call('saveDisclaimerPhoto', {})
      expect(await as.refusal('uploadAttachment', upload)).toBeNull()
    },
  )
})

describe('a file that is attached', () => {
  it('is shown to all members with who, when and what for, and is announced', async () => {
    const { id } = await attach('../../battery\u202E.txt')
    const [file, ...others] = await listed()
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
    expect(server.announced).toContainEqual(announcement)
  })

  it('is told apart from one of the same name', async () => {
    for (const name of ['plan.pdf', 'plan.pdf', 'Plan.PDF']) await attach(name)
    expect((await listed()).map(({ name }) => name).sort()).toEqual(['Plan (3).PDF', 'plan (2).pdf', 'plan.pdf'])
  })

  it('holds neither connection nor plant while it comes', async () => {
    const take = await begin((await leave(2 * content.length)).url)
    const room = { level: 'room', parentId: null, name: 'Hall', kind: null, areaM2: null } as const
    const source = async function* () {
      yield content
      await server.as(administrator).call('saveRoom', { plantId, room })
      yield content
    }
    expect(await take('slow.txt', source(), never)).toMatchObject({ bytes: 2 * content.length })
  })

  it('is fetched by a link of each member', async () => {
    const { id } = await attach()
    const link = await server.as(owner).call('downloadAttachment', { plantId, fileId: id })
    expect(link).toMatchObject({ name: 'manual.txt', bytes: content.length })
    expect(server.ports.fileLinks.read(tokenOf(link.url), owner.sessionId)).toBe(id)
  })

  it.each(['deleteFile', 'deleteFileNew'] as const)('is gone after %s, and its room is free', async (action) => {
    const { id, name } = await attach()
    const input = action === 'deleteFile' ? { plantId, name } : { plantId, fileId: id }
    expect(await server.as(administrator).refusal(action, input)).toBeNull()
    expect(await listed()).toEqual([])
    expect(await findFile(server.database.db, id)).toMatchObject({ state: 'removed' })
    expect(await server.as(administrator).refusal(action, input)).toBe('FILE_NOT_FOUND')
    expect(await server.as(owner).refusal('downloadAttachment', { plantId, fileId: id })).toBe('FILE_NOT_FOUND')
  })

  it('is not found from another plant', async () => {
    const { id } = await attach()
    const other = await server.given.plant({ members: { installerAdministrator: administrator.userId } })
    const as = server.as(administrator)
    expect(await as.refusal('downloadAttachment', { plantId: other, fileId: id })).toBe('FILE_NOT_FOUND')
    expect(await as.refusal('deleteFileNew', { plantId: other, fileId: id })).toBe('FILE_NOT_FOUND')
    expect(await as.refusal('deleteFile', { plantId: other, name: 'manual.txt' })).toBe('FILE_NOT_FOUND')
    expect(await listed()).toHaveLength(1)
  })
})

describe('what is refused', () => {
  it('is more than the quota, before it starts and again when it comes', async () => {
    const early = await leave(1_500_000)
    await attach('large.bin', Buffer.alloc(1_500_000))
    const details = { usedMb: 2, allowedMb: 2 }
    await expect(leave(1_500_000)).rejects.toMatchObject({ code: 'FILE_QUOTA_EXCEEDED', details })
    const take = await begin(early.url)
    await expect(take('late.bin', inChunks(Buffer.alloc(1_500_000)), never)).rejects.toMatchObject({
      code: 'FILE_QUOTA_EXCEEDED',
      details,
    })
    expect(await listed()).toHaveLength(1)
  })

  it('is one more than a plant may have, and one of two that come for the last place', async () => {
    for (let n = 1; n < attachmentLimits.files; n++) await attach(`${n}.txt`)
    const [one, other] = [await begin((await leave()).url), await begin((await leave()).url)]
    const both = await Promise.allSettled([one('a', inChunks(content), never), other('b', inChunks(content), never)])
    const refused = both.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'ATTACHMENT_LIMIT', details: { limit: attachmentLimits.files } } })
    expect(await listed()).toHaveLength(attachmentLimits.files)
    await expect(leave()).rejects.toMatchObject({ code: 'ATTACHMENT_LIMIT' })
  })

  it('is one byte less than was announced, or comes a second time by its link', async () => {
    const { url } = await leave()
    const [take, other] = [await begin(url), await begin(url)]
    await expect(take('a', inChunks(content.subarray(1)), never)).rejects.toMatchObject({
      code: 'FILE_INCOMPLETE',
      details: { received: content.length - 1, announced: content.length },
    })
    expect(await listed()).toEqual([])
    const both = await Promise.allSettled([take('a', inChunks(content), never), other('b', inChunks(content), never)])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'FILE_LINK_INVALID' } })
    await expect(begin(url)).rejects.toMatchObject({ code: 'FILE_LINK_INVALID' })
    expect(await listed()).toHaveLength(1)
  })

  it('is more than was announced, nothing, and more or less than a file may have', async () => {
    const take = await begin((await leave(content.length - 1)).url)
    await expect(take('a', inChunks(content), never)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    await expect(take('a', inChunks(Buffer.alloc(0)), never)).rejects.toMatchObject({ code: 'FILE_EMPTY' })
    expect(await listed()).toEqual([])
    const wanted = (bytes: number) =>
      server.as(administrator).refusal('uploadAttachment', { plantId, category: 'photo', bytes })
    expect([await wanted(0), await wanted(attachmentLimits.bytes + 1)]).toEqual(['INVALID_INPUT', 'INVALID_INPUT'])
  })

  it('is a link of another session, of a member who may not, and of one who is none any more', async () => {
    const { url } = await leave()
    await expect(begin(url, { ...administrator, sessionId: 'another' })).rejects.toMatchObject({
      code: 'FILE_LINK_INVALID',
    })
    const take = await begin(url)
    const link = { kind: 'attachment', of: plantId, bytes: 100, detail: 'manual', sessionId: owner.sessionId }
    await expect(begin(server.ports.fileLinks.signUpload(link), owner)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    const source = async function* () {
      yield content
      await server.database.db.delete(plantMemberTable).where(eq(plantMemberTable.plantId, plantId))
    }
    await expect(take('a', source(), never)).rejects.toMatchObject({ code: 'PLANT_NOT_FOUND' })
    await expect(begin(url)).rejects.toMatchObject({ code: 'PLANT_NOT_FOUND' })
  })
})

describe('a preview', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  /** Runs the job that the attachment left, with a decoder that gives this. */
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
            handler({ id: name, data: job?.data as Parameters<typeof handler>[0]['data'], signal: never }),
        },
      },
      db: database.db,
      inTransaction,
      pictures: { preview: async () => picture },
      drawings: smallDrawings,
    })
  }
  const stateOf = async () => (await listed()).map(({ previewState, preview }) => [previewState, preview !== null])

  it('waits, is ready, is announced, and goes with its file', async () => {
    const { id } = await attach('photo.png', png)
    expect(server.jobs.at(-1)).toEqual({ name: 'attachment.preview', data: { plantId, fileId: id } })
    expect(await stateOf()).toEqual([['pending', false]])
    server.announced.length = 0
    await makePreview(webp)
    expect(await stateOf()).toEqual([['ready', true]])
    expect(server.announced).toHaveLength(1)
    const [shown] = await listed()
    const previewId = server.ports.fileLinks.read(tokenOf(shown?.preview?.url ?? ''), owner.sessionId) ?? ''
    expect(await findFile(server.database.db, previewId)).toMatchObject({ type: 'image/webp', state: 'stored' })
    await server.as(administrator).call('deleteFileNew', { plantId, fileId: id })
    expect(await findFile(server.database.db, previewId)).toMatchObject({ state: 'removed' })
  })

  it('is none where the picture gives none, or the plant has no room for it', async () => {
    await attach('broken.png', png)
    await makePreview(null)
    await attach('large.png', png)
    await makePreview(webp, 0)
    expect(await stateOf()).toEqual([
      ['none', false],
      ['none', false],
    ])
  })

  it('of a PDF is its first page; a broken one has none', async () => {
    await attach('certificate.pdf', pdfOfTwoPages)
    await makePreview(null)
    await attach('broken.pdf', Buffer.from('%PDF-1.4\nand then nothing'))
    await makePreview(webp)
    const states = new Map((await listed()).map(({ name, type, previewState }) => [name, [type, previewState]]))
    expect(states.get('certificate.pdf')).toEqual(['application/pdf', 'ready'])
    expect(states.get('broken.pdf')).toEqual(['application/pdf', 'none'])
  })

  it('is not kept of a file that was removed meanwhile', async () => {
    const { id } = await attach('gone.png', png)
    await server.as(administrator).call('deleteFileNew', { plantId, fileId: id })
    await makePreview(webp)
    expect(await listed()).toEqual([])
  })
})
