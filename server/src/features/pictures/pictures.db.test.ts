import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wasmPictures } from '../../adapters/pictures/wasm-pictures.ts'
import type { User } from '../../kernel/caller.ts'
import { inChunks } from '../../testing/files-contract.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createUploadReceiver } from '../files/index.ts'
import { createPictureFinder } from './find-picture.ts'
import { pictureUploads } from './picture-uploads.ts'

let server: TestServer
let administrator: User
let reader: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  ;[administrator, reader] = [await server.create.user(), await server.create.user()]
})
beforeEach(async () => {
  plantId = await server.create.plant({
    members: { installerAdministrator: administrator.userId, installerReadOnly: reader.userId },
  })
})
afterAll(() => server.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const pngHead = png.subarray(0, 8)

const send = async (url: string, content: Buffer = png, caller = administrator) => {
  const { ports, inTransaction } = server
  const parts = {
    ports,
    db: server.database.db,
    inTransaction,
    pictures: wasmPictures(),
  }
  const receive = createUploadReceiver({ ...parts, kinds: pictureUploads(parts) })
  const upload = await receive(caller, url.replace('/files/', ''))
  return upload('../my picture.png', inChunks(content), new AbortController().signal)
}
const leaveForLogo = async (bytes = png.length) =>
  (await server.as(administrator).call('uploadLogo', { plantId, bytes })).url
const leaveForOwn = async (caller = administrator) =>
  (await server.as(caller).call('uploadImage', { bytes: png.length })).url
const logo = async (caller = reader) => (await server.as(caller).call('getPlantDetails', { plantId })).plant.logo
const readOwnPicture = async (caller = administrator) => (await server.as(caller).call('getUserInfos', {})).user.picture
const findPicture = (address: string | null, caller = reader) =>
  createPictureFinder({ db: server.database.db, clock: server.clock })(
    caller,
    (address ?? '').replace('/pictures/', ''),
  )
const listStoredKeys = async () => {
  const keys: string[] = []
  for await (const { key } of server.ports.files.list()) keys.push(key)
  return keys
}

it('a logo is saved as PNG, broadcast, visible to members and audited', async () => {
  expect(await logo()).toBeNull()
  const announcedCount = server.broadcasts.length
  const { id, name, type } = await send(await leaveForLogo())
  expect({ name, type }).toEqual({ name: '_my picture.png', type: 'image/png' })
  expect(await logo()).toBe(`/pictures/${id}`)
  expect(server.broadcasts.slice(announcedCount)).toMatchObject([
    { audience: { plant: plantId }, event: 'updatePlant' },
  ])
  const { content } = await findPicture(await logo())
  expect(content.subarray(0, 8)).toEqual(pngHead)
  const { entries } = await server.as(administrator).call('getAudit', { plantId })
  expect(entries.map(({ action }) => action)).toContain('pictureStored')
  expect(await listStoredKeys()).toEqual([])
})

it('a new logo gets its own address and replaces the old one', async () => {
  await send(await leaveForLogo())
  const before = await logo()
  await send(await leaveForLogo())
  expect(await logo()).not.toBe(before)
  await expect(findPicture(before)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})

it('an upload link works once, even after another upload', async () => {
  const url = await leaveForLogo()
  await send(url)
  await send(await leaveForLogo())
  const before = await logo()
  await expect(send(url)).rejects.toMatchObject({ code: 'FILE_LINK_INVALID' })
  expect(await logo()).toBe(before)
})

it('two simultaneous uploads leave one readable logo', async () => {
  const leaves = await Promise.all([leaveForLogo(), leaveForLogo()])
  await Promise.all(leaves.map((url) => send(url)))
  expect((await findPicture(await logo())).type).toBe('image/png')
})

it('removing the logo is repeatable and leaves the name', async () => {
  await send(await leaveForLogo())
  await server.as(administrator).call('removeLogo', { plantId })
  await server.as(administrator).call('removeLogo', { plantId })
  expect(await logo()).toBeNull()
})

it('only an administrator can change the logo, even when the right ends during an upload', async () => {
  expect(await server.as(reader).refusal('uploadLogo', { plantId, bytes: 1 })).toBe('NOT_ALLOWED')
  expect(await server.as(reader).refusal('removeLogo', { plantId })).toBe('NOT_ALLOWED')
  const nonMember = await server.create.user()
  expect(await server.as(nonMember).refusal('uploadLogo', { plantId, bytes: 1 })).toBe('PLANT_NOT_FOUND')
  const { fileLinks } = server.ports
  const { sessionId } = reader
  const forgedUpload = fileLinks.signUpload({ kind: 'plantlogo', of: plantId, bytes: 100, detail: '', sessionId })
  await expect(send(forgedUpload, png, reader)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  expect(await logo()).toBeNull()
})

it('plant pictures are visible to members and own pictures to their person', async () => {
  await send(await leaveForLogo())
  await send(await leaveForOwn())
  const nonMember = await server.create.user()
  await expect(findPicture(await logo(), nonMember)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  await expect(findPicture(await readOwnPicture(), reader)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  expect((await findPicture(await readOwnPicture(), administrator)).type).toBe('image/webp')
  for (const id of ['', 'x', randomUUID(), '../../etc/passwd'])
    await expect(findPicture(id, administrator)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})

it('an own picture can be removed and cannot be set by others', async () => {
  await send(await leaveForOwn())
  expect(await readOwnPicture()).toMatch(/^\/pictures\//)
  expect(await readOwnPicture(reader)).toBeNull()
  const { sessionId } = reader
  const forgedUpload = server.ports.fileLinks.signUpload({
    kind: 'ownpicture',
    of: administrator.userId,
    bytes: 100,
    detail: '',
    sessionId,
  })
  await expect(send(forgedUpload, png, reader)).rejects.toMatchObject({ code: 'FILE_LINK_INVALID' })
  await server.as(administrator).call('removeImage', {})
  expect(await readOwnPicture()).toBeNull()
})

it.each([
  ['no picture', Buffer.from('%PDF-1.7'), 'FILE_TYPE_REFUSED'],
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'FILE_TYPE_REFUSED'],
  ['a picture that ends early', png.subarray(0, 40), 'PICTURE_UNREADABLE'],
  ['nothing', Buffer.alloc(0), 'FILE_EMPTY'],
  ['more than was announced', Buffer.concat([png, Buffer.alloc(99)]), 'PAYLOAD_TOO_LARGE', png.length],
  ['less than was announced', png.subarray(0, -1), 'FILE_INCOMPLETE', png.length],
])(
  '%s is refused without a change or leftovers',
  async (_title, content, code, contentLength = content.length || 1) => {
    await send(await leaveForLogo())
    const before = await logo()
    await expect(send(await leaveForLogo(contentLength), content)).rejects.toMatchObject({ code })
    expect(await logo()).toBe(before)
    expect(await listStoredKeys()).toEqual([])
  },
)

it('the size is limited before the upload', async () => {
  const refusal = await server.as(administrator).refusal('uploadLogo', { plantId, bytes: 20_971_521 })
  expect(refusal).toBe('INVALID_INPUT')
  expect(await leaveForLogo(20_971_520)).toMatch(/^\/files\//)
})
