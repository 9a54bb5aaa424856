import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAdmission } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import { createFairQueue } from '../../kernel/fair-queue.ts'
import { queueLimits, uploadQueueLimits } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { registerUploads } from './upload-routes.ts'

/** The upload routes alone, on a real connection: the receiver counts the bytes and stores nothing. */
const user: User = {
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  usertype: 'installer',
  scope: null,
  suspended: false,
  declarationsMissing: false,
  name: 'Demo',
  email: 'installer@demo.vigilux.test',
  language: 'en',
  token: null,
}
const fail: Fail<'PAYLOAD_TOO_LARGE' | 'FILE_LINK_INVALID'> = failWith()
const times = { stallMs: 400, longestMs: 1_500, discardMs: 1_000 }
const signedIn = { cookie: 'session=of-user' }

const open = async () => {
  const uploads: { name: string; bytes: number }[] = []
  let runningCount = 0
  let maxInside = 0
  let requestCount = 0
  const app = await createHttpServer({
    log: createLog('silent'),
    publicUrl: 'http://localhost',
    trustProxy: false,
    admit: () => 0,
    requestTimeoutMs: 1_000,
  })
  const sessions = {
    accountOf: () => null,
    find: async (headers: object) => ('cookie' in headers ? user : null),
    isClaimed: () => true,
    forget: () => undefined,
  }
  await registerUploads(app, {
    admission: createAdmission({ refused: () => undefined }),
    queue: createFairQueue(queueLimits),
    sessions,
    times,
    findUpload: async (_caller, token) => {
      requestCount++
      return token === 'leave'
        ? async (name, content) => {
            runningCount++
            maxInside = Math.max(maxInside, runningCount)
            let bytes = 0
            try {
              for await (const chunk of content) {
                bytes += chunk.byteLength
                if (bytes > 5_000_000) fail('PAYLOAD_TOO_LARGE')
              }
            } finally {
              runningCount--
            }
            uploads.push({ name, bytes })
            return { name, bytes }
          }
        : fail('FILE_LINK_INVALID')
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    url,
    uploads,
    running: () => runningCount,
    maxInside: () => maxInside,
    countRequests: () => requestCount,
  }
}

let uploadServer: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  uploadServer = await open()
})
afterEach(() => uploadServer.app.close())

const formOf = (bytes: number, name = 'plan.pdf'): FormData => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(bytes, 'x')]), name)
  return form
}
const send = async (
  bytes: number,
  { token = 'leave', headers = signedIn as Record<string, string>, name = 'a' } = {},
) => {
  const answer = await fetch(`${uploadServer.url}/files/${token}`, {
    method: 'POST',
    headers,
    body: formOf(bytes, name),
  })
  return { status: answer.status, ...((await answer.json()) as { data?: object; error?: string; details?: object }) }
}

/** A sender announcing more than it sends. */
const begin = async (path = '/files/leave', type = 'multipart/form-data; boundary=b') => {
  const socket = connect(Number(new URL(uploadServer.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: session=of-user\r\ncontent-length: 90000\r\n` +
      `content-type: ${type}\r\n\r\n`,
  )
  socket.on('error', () => undefined)
  return socket
}

/** Sends these chunks of a file and no more; returns the response. */
const sendSlowly = async (chunks: string[], everyMs = 0, ...options: Parameters<typeof begin>): Promise<string> => {
  const socket = await begin(...options)
  let answer = ''
  socket.on('data', (data) => {
    answer += String(data)
  })
  const remainingPieces = [...chunks]
  const timer = setInterval(() => remainingPieces.length > 0 && socket.write(remainingPieces.shift() ?? ''), everyMs)
  // A cut sender meets an error first; the response counts.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return answer
}
const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'

describe('upload', () => {
  it('is processed in chunks under its sent name', async () => {
    expect(await send(3_000_000, { name: 'Città.pdf' })).toMatchObject({
      status: 200,
      data: { name: 'Città.pdf', bytes: 3_000_000 },
    })
  })

  it('decodes browser escapes in the name, and takes the name field literally', async () => {
    expect(await send(10, { name: 'a"b.pdf' })).toMatchObject({ data: { name: 'a"b.pdf' } })
    expect(await send(10, { name: '100%.pdf' })).toMatchObject({ data: { name: '100%.pdf' } })
    const form = new FormData()
    form.append('name', 'a%22b.pdf')
    form.append('file', new Blob(['x']), 'a%22b.pdf')
    const answer = await fetch(`${uploadServer.url}/files/leave`, { method: 'POST', headers: signedIn, body: form })
    expect(await answer.json()).toMatchObject({ data: { name: 'a%22b.pdf' } })
  })

  it('may have an empty name', async () => {
    expect(await send(10, { name: '' })).toMatchObject({ status: 200, data: { name: '', bytes: 10 } })
  })

  it.each([
    [{ token: 'other' }, 403, 'FILE_LINK_INVALID'],
    [{ headers: {} as Record<string, string> }, 401, 'NOT_SIGNED_IN'],
    [{ headers: { ...signedIn, origin: 'https://elsewhere.test' } as Record<string, string> }, 403, 'FOREIGN_ORIGIN'],
  ])('%j is refused with %i %s regardless of its length', async (encoding, status, error) => {
    expect(await send(4_000_000, encoding)).toMatchObject({ status, error })
    expect(uploadServer.uploads).toEqual([])
  })

  it('above the size limit is refused while it is still being sent', async () => {
    expect(await send(9_000_000)).toMatchObject({ status: 413, error: 'PAYLOAD_TOO_LARGE' })
  })

  it('without a file or form is refused', async () => {
    const post = async (init: RequestInit) => {
      const headers = { ...signedIn, ...(init.headers as Record<string, string>) }
      const answer = await fetch(`${uploadServer.url}/files/leave`, { ...init, method: 'POST', headers })
      return ((await answer.json()) as { error: string }).error
    }
    const noFile = new FormData()
    noFile.append('name', 'value')
    expect(await post({ body: noFile })).toBe('FILE_EMPTY')
    expect(await post({ body: '{}', headers: { 'content-type': 'application/json' } })).toBe('INVALID_INPUT')
    expect(await post({ body: 'x', headers: { 'content-type': 'application/pdf' } })).toBe('INVALID_INPUT')
  })
})

it.each([
  ['within the file', `${head}half of it`],
  ['before it', head.slice(0, 30)],
])('a form that ends %s is refused without an error in the log', async (_title, body) => {
  const headers = { ...signedIn, 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await fetch(`${uploadServer.url}/files/leave`, { method: 'POST', headers, body })
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'INVALID_INPUT'])
  expect(uploadServer.uploads).toEqual([])
})

describe('stalled upload', () => {
  const stalledUpload = expect.stringMatching(/400 Bad Request[\s\S]*FILE_UPLOAD_STALLED[\s\S]*"seconds":0.4/)

  it.each([
    ['before the file', []],
    ['within it', [head, 'x'.repeat(50_000)]],
  ])('%s is answered and releases its place', async (_title, chunks) => {
    expect(await sendSlowly(chunks)).toEqual(stalledUpload)
    expect(uploadServer.running()).toBe(0)
  })

  it('that only trickles ends after the total time limit', async () => {
    const answer = await sendSlowly([head, ...Array<string>(40).fill('x')], 100)
    expect(answer).toMatch(/FILE_UPLOAD_STALLED[\s\S]*"seconds":1.5/)
  })

  it('that leaves does not block others, whose uploads wait for a place', async () => {
    const stalling = Array.from({ length: uploadQueueLimits.placesPerCaller }, () => sendSlowly([head, 'x']))
    await expect.poll(uploadServer.running).toBe(uploadQueueLimits.placesPerCaller)
    const otherOutcomes = await Promise.all(Array.from({ length: 8 }, () => send(20_000)))
    expect(otherOutcomes.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await Promise.all(stalling)).toEqual(Array(stalling.length).fill(stalledUpload))
    expect(uploadServer.maxInside()).toBe(uploadQueueLimits.placesPerCaller)
  })

  it.each([
    [
      'whose link does not hold is answered, and then cut',
      '/files/other',
      undefined,
      /403 Forbidden[\s\S]*FILE_LINK_INVALID/,
    ],
    ['of anything else is cut when its time is over', '/files/leave', 'application/json', /^$/],
  ])('%s', async (_title, path, type, answer) => {
    const startedAt = performance.now()
    expect(await sendSlowly(Array<string>(100).fill(' '), 100, path, type)).toMatch(answer)
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })

  it('that leaves while waiting never takes a place', async () => {
    const all = Array.from({ length: uploadQueueLimits.placesPerCaller })
    const stalling = all.map(() => sendSlowly([head, 'x']))
    await expect.poll(uploadServer.running).toBe(uploadQueueLimits.placesPerCaller)
    const clientsLeaving = await Promise.all(all.map(() => begin()))
    for (const socket of clientsLeaving) socket.write(`${head}some of it`)
    await expect.poll(uploadServer.countRequests).toBe(all.length + clientsLeaving.length)
    const next = send(1_000)
    for (const socket of clientsLeaving) socket.destroy()
    await Promise.all(stalling)
    const freed = performance.now()
    expect(await next).toMatchObject({ status: 200 })
    expect(performance.now() - freed).toBeLessThan(times.longestMs / 2)
  })

  it('is answered with an error when the server stops', async () => {
    const slowChunks = [head, ...Array<string>(40).fill('x')]
    const stalling = Array.from({ length: uploadQueueLimits.placesPerCaller + 2 }, () => sendSlowly(slowChunks, 100))
    // A stopping server closes unread requests without a response.
    await expect.poll(uploadServer.countRequests).toBe(stalling.length)
    await uploadServer.app.close()
    for (const answer of await Promise.all(stalling)) expect(answer).toContain('SERVER_BUSY')
  })

  it('stops when its connection ends', async () => {
    const socket = await begin()
    socket.write(`${head}some of it`)
    await expect.poll(uploadServer.running).toBe(1)
    socket.destroy()
    await expect.poll(uploadServer.running).toBe(0)
    expect(uploadServer.uploads).toEqual([])
  })
})
