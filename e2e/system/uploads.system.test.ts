import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadTimes } from '../../server/src/kernel/limits.ts'
import { type S3Server, startS3Server } from '../../server/src/testing/s3-server.ts'
import { plantDraft } from '../../server/src/testing/test-server.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

const mb = 1024 ** 2
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const unit = { type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' } as const

let product: RunningProduct
let installer: ApiClient

/** The answer to an upload: the name of the file, or the code of the refusal. */
type Sent = { status: number; data?: { id: string; name: string; bytes: number }; error?: string; details?: object }
const newPlant = async (name: string) =>
  (await installer.call('savePlant', { plant: { ...plantDraft(name), timezone: 'Europe/Rome' } })).plant_id
const requestUpload = (plantId: string, bytes: number) =>
  installer.call('uploadAttachment', { plantId, category: 'photo', bytes })
const send = async (plantId: string, name: string, content: Buffer<ArrayBuffer>): Promise<Sent> => {
  const answer = await installer.upload((await requestUpload(plantId, content.length)).url, name, content)
  return { status: answer.status, ...((await answer.json()) as object) }
}
const readAttachments = async (plantId: string) => (await installer.call('getAttachments', { plantId })).attachments
const fetchAttachment = async (plantId: string, fileId: string) =>
  installer.get((await installer.call('downloadAttachment', { plantId, fileId })).url)
const readyz = async () => {
  const { parts } = (await (await installer.get('/readyz')).json()) as { parts: { storage: object } }
  return JSON.stringify(parts.storage)
}

const folderPlace = () => {
  const root = () => join(product.config.dataDir, 'files')
  return {
    s3: undefined,
    goAway: async () => renameSync(root(), `${root()}-elsewhere`),
    comeBack: async () => renameSync(`${root()}-elsewhere`, root()),
    pathOf: async (id: string) => join(root(), id.slice(0, 2), id),
    stop: async () => undefined,
  }
}
const s3Place = async () => {
  const server: S3Server = await startS3Server()
  return {
    s3: server.settings,
    goAway: () => server.goAway(),
    comeBack: () => server.comeBack(),
    pathOf: async (id: string) =>
      (await server.everything()).find((path) => path.endsWith(`${id}._S3rver_object`)) ?? '',
    stop: () => server.stop(),
  }
}

describe.each([
  ['a folder', folderPlace],
  ['an object store', s3Place],
])('files in %s', (_name, open) => {
  let place: Awaited<ReturnType<typeof open>>
  let plantId: string
  beforeAll(async () => {
    place = await open()
    product = await startProduct({ units: [unit], ...(place.s3 && { s3: place.s3 }) })
    installer = await createApiClient(product.url).signIn('installer')
    await installer.call('saveDisclaimerPhoto', {})
    plantId = await newPlant('Files')
  })
  afterAll(async () => {
    await product?.stop()
    await place?.stop()
  })

  it('are attached, shown, downloaded unchanged and removed for all members', async () => {
    const watcher = await installer.realtime()
    await installer.call('getPlantDetails', { plantId, socketId: watcher.socketId })
    const content = Buffer.alloc(3 * mb, 'certificate ')
    const { data } = await send(plantId, 'Zertifikat Łódź 🏥.bin', content)
    const fileId = data?.id ?? ''
    const isAnnounced = () => watcher.received('attachments').some((event) => event.fileId === fileId)
    await pollUntil('the other browser to learn of it', isAnnounced)
    expect(await readAttachments(plantId)).toMatchObject([
      { id: fileId, name: 'Zertifikat Łódź 🏥.bin', bytes: content.length },
    ])
    const answer = await fetchAttachment(plantId, fileId)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('content-disposition')).toContain('attachment;')
    const { url } = await installer.call('downloadAttachment', { plantId, fileId })
    await installer.call('deleteFileNew', { plantId, fileId })
    expect([await readAttachments(plantId), (await installer.get(url)).status]).toEqual([[], 404])
    watcher.close()
  })

  it('that are pictures get a preview, and broken pictures get none', async () => {
    const { data: validUpload } = await send(plantId, 'photo.png', png)
    const { data: brokenUpload } = await send(plantId, 'broken.png', Buffer.from(png.subarray(0, 50)))
    const previews = await pollUntil('the previews', async () => {
      const files = await readAttachments(plantId)
      return files.every(({ previewState }) => previewState !== 'pending') && files
    })
    const states = new Map(previews.map(({ id, previewState }) => [id, previewState]))
    expect([states.get(validUpload?.id ?? ''), states.get(brokenUpload?.id ?? '')]).toEqual(['ready', 'none'])
    const preview = previews.find(({ id }) => id === validUpload?.id)?.preview
    const answer = await installer.get(preview?.url ?? '')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('are refused while the storage is away, without partial files, and work again later', async () => {
    const { data } = await send(plantId, 'kept.bin', Buffer.alloc(mb, 'k'))
    const before = await readAttachments(plantId)
    await place.goAway()
    expect(await send(plantId, 'lost.bin', Buffer.alloc(mb, 'l'))).toMatchObject({
      status: 503,
      error: 'STORAGE_UNAVAILABLE',
    })
    expect((await fetchAttachment(plantId, data?.id ?? '')).status).toBe(503)
    await pollUntil('the storage to be named', async () => (await readyz()) === '{"ok":false,"reason":"away"}')
    expect((await readAttachments(plantId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    await place.comeBack()
    await pollUntil('the storage to be back', async () => (await readyz()) === '{"ok":true}')
    expect(await send(plantId, 'again.bin', Buffer.alloc(mb, 'a'))).toMatchObject({ status: 200 })
    expect((await fetchAttachment(plantId, data?.id ?? '')).status).toBe(200)
  })

  it('that were altered in the storage are not delivered', async () => {
    const { data } = await send(plantId, 'altered.bin', Buffer.alloc(1_000, 'a'))
    const path = await place.pathOf(data?.id ?? '')
    const content = readFileSync(path)
    writeFileSync(path, Buffer.concat([content.subarray(0, -4), Buffer.from('EVIL')]))
    const answer = await fetchAttachment(plantId, data?.id ?? '')
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([500, 'FILE_DAMAGED'])
  })

  it('of a report are created and downloaded', async () => {
    const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
    const hospital = plants[0]?.plant_id ?? ''
    await pollUntil('the unit with its lamps', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId: hospital })
      return units[0]?.cu_connected && units[0].lamps.present > 0
    })
    const { test } = await installer.call('ftest', { plantId: hospital, topic: 'logica_0A1B01', addr: [] })
    await pollUntil('the test', async () => {
      const { test: now } = await installer.call('getTestReport', { plantId: hospital, testId: test.id })
      return now.state === 'finished'
    })
    const reportRequest = await installer.call('createReport', { plantId: hospital, testId: test.id, language: 'en' })
    const reportInput = { plantId: hospital, reportId: reportRequest.report.id }
    await pollUntil('the report', async () => (await installer.call('getReport', reportInput)).report.state === 'ready')
    const answer = await installer.get((await installer.call('downloadReport', reportInput)).url)
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  it('are uploaded to several plants while one stalled upload fails alone', async () => {
    const plants = [await newPlant('One'), await newPlant('Two'), await newPlant('Three')]
    const { url } = await requestUpload(plants[0] ?? '', mb)
    const socket = connect(Number(new URL(product.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nand then nothing'
    const fields = { cookie: installer.cookie(), 'content-type': 'multipart/form-data; boundary=b' }
    const lines = Object.entries({ host: 'localhost', ...fields, 'content-length': String(mb) })
    socket.write(`POST ${url} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${head}`)
    let lastAnswer = ''
    socket.on('data', (data) => {
      lastAnswer += String(data)
    })
    const content = Buffer.alloc(2 * mb, 'x')
    const uploads = Array.from({ length: 15 }, (_, n) => send(plants[n % 3] ?? '', `${n}.bin`, content))
    const slowest = { ms: 0 }
    const pendingUploads = Promise.all(uploads)
    for (let n = 0; n < 10; n++) {
      const startedAt = performance.now()
      await installer.call('getAllPlants', {})
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt)
    }
    expect((await pendingUploads).map(({ status }) => status)).toEqual(Array(15).fill(200))
    expect(slowest.ms).toBeLessThan(uploadTimes.stallMs)
    await pollUntil('the one that stalls to be ended', () => lastAnswer.includes('FILE_UPLOAD_STALLED'))
    socket.destroy()
    expect((await Promise.all(plants.map(readAttachments))).map(({ length }) => length)).toEqual([5, 5, 5])
    expect(await send(plants[0] ?? '', 'in its place.bin', content)).toMatchObject({ status: 200 })
  })
})
