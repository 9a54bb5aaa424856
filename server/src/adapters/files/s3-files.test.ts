import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { S3Config } from '../../config/config.ts'
import { inChunks, testFileStore } from '../../testing/files-contract.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { guardedFiles } from './guarded-files.ts'
import { s3Files } from './s3-files.ts'

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())

const open = (settings: S3Config, timeoutMs = 10_000) =>
  guardedFiles(s3Files(settings), { log: quietLog(), patienceMs: timeoutMs })
const limits = { limitBytes: 1_000_000, signal: new AbortController().signal }
const helloChunks = () => inChunks(Buffer.from('hello'))
const unavailable = { code: 'STORAGE_UNAVAILABLE' }

describe('S3 store', () => {
  testFileStore(async () => ({ files: open(server.settings), listFiles: server.everything }))
})

describe('unavailable store', () => {
  it('is reported for every operation and works again when back', async () => {
    const files = open(server.settings)
    const key = randomUUID()
    await files.put(key, helloChunks(), limits)
    await server.goAway()
    await expect(files.put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject(unavailable)
    await expect(files.get(key)).rejects.toMatchObject(unavailable)
    await expect(files.stat(key)).rejects.toMatchObject(unavailable)
    await expect(files.delete(key)).rejects.toMatchObject(unavailable)
    await expect(Array.fromAsync(files.list())).rejects.toMatchObject(unavailable)
    await expect(files.probe()).rejects.toMatchObject(unavailable)
    await server.comeBack()
    await expect(files.probe()).resolves.toBeUndefined()
    expect(await text((await files.get(key)) ?? helloChunks())).toBe('hello')
  }, 30_000)

  it('is reported for a missing bucket', async () => {
    const files = open({ ...server.settings, bucket: 'another' })
    await expect(files.probe()).rejects.toMatchObject(unavailable)
    await expect(files.get(randomUUID())).rejects.toMatchObject(unavailable)
    await expect(files.put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject(unavailable)
  })
})

/** A store with one answer to all requests. */
const serveAnswer = async (answer: RequestListener) => {
  const stub = createServer(answer)
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
  const { port } = stub.address() as AddressInfo
  return {
    settings: { ...server.settings, url: `http://127.0.0.1:${port}` },
    stop: () => {
      stub.closeAllConnections()
      stub.close()
    },
  }
}

it('is full when the store says so', async () => {
  const stub = await serveAnswer((request, response) => {
    request.resume()
    response.writeHead(507, { 'content-type': 'application/xml' })
    response.end('<Error><Code>XMinioStorageFull</Code><Message>no space</Message></Error>')
  })
  await expect(open(stub.settings).put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject({
    code: 'FILE_STORAGE_FULL',
  })
  stub.stop()
}, 30_000)

it('is unavailable when the store does not answer', async () => {
  const stub = await serveAnswer((request) => void request.resume())
  const files = open(stub.settings, 200)
  await expect(files.put(randomUUID(), helloChunks(), limits)).rejects.toMatchObject(unavailable)
  await expect(files.stat(randomUUID())).rejects.toMatchObject(unavailable)
  stub.stop()
})
