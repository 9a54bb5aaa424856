import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { checkTimeStamp } from '@vigilux/contract/features/logbook/time-stamp-token.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { opensslAuthority } from '../../testing/openssl-authority.ts'
import { quietLog } from '../../testing/quiet-log.ts'
import { openAuthority } from './rfc3161-authority.ts'

const sampleAuthority = opensslAuthority()
const [head, otherHead] = ['7f3a91c45e08d27b'.repeat(4), '0'.repeat(64)]
const answerCorrectly = (query: Buffer): Buffer => sampleAuthority.answer(query, 'authority')

/** An authority on loopback with a scripted answer. */
const requests: IncomingMessage[] = []
let respond: (query: Buffer, response: ServerResponse) => void
const server = createServer(async (request, response) => {
  requests.push(request)
  respond(await buffer(request), response)
})
const authority = (set: Partial<Parameters<typeof openAuthority>[0]> = {}) => {
  const { port } = server.address() as AddressInfo
  const ca = sampleAuthority.read('root.pem').toString()
  return openAuthority({ url: `http://127.0.0.1:${port}/`, ca, log: quietLog(), restMs: 0, ...set })
}

beforeAll(async () => {
  for (const name of ['root', 'another-root']) sampleAuthority.root(name)
  sampleAuthority.issue('authority')
  sampleAuthority.issue('unknown-authority', { by: 'another-root' })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(() => {
  requests.length = 0
  respond = (query, response) => void response.end(answerCorrectly(query))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  sampleAuthority.remove()
})

describe('time-stamp authority', () => {
  it('stamps a head that can be verified offline', async () => {
    const { stamp, trusted: trustedKeys } = authority()
    const before = Date.now()
    const timeStamp = await stamp(head)
    expect(timeStamp).toMatchObject({ authority: 'authority, Vigilux' })
    expect(Math.abs((timeStamp?.at.getTime() ?? 0) - before)).toBeLessThan(60_000)
    expect(requests[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/timestamp-query' } })
    expect(await checkTimeStamp(timeStamp?.token ?? '', head, trustedKeys)).toEqual({
      state: 'known',
      authority: 'authority, Vigilux',
      at: timeStamp?.at.toISOString(),
    })
  })

  it.each<[string, typeof respond]>([
    ['of another head', (_, response) => response.end(answerCorrectly(queryOf(otherHead)))],
    [
      'that it gave before, without the number asked for',
      (_, response) => response.end(answerCorrectly(queryOf(head))),
    ],
    [
      'of an authority that is not trusted',
      (query, response) => response.end(sampleAuthority.answer(query, 'unknown-authority')),
    ],
    ['with a bit turned', (query, response) => response.end(flipByte(answerCorrectly(query)))],
    // status 2: rejection
    ['that is a refusal', (_, response) => response.end(Buffer.from('30053003020102', 'hex'))],
    ['that is none', (_, response) => response.end('no')],
    [
      'without an end',
      (query, response) => response.end(Buffer.concat([answerCorrectly(query), Buffer.alloc(60_000)])),
    ],
    ['with an error', (query, response) => response.writeHead(500).end(answerCorrectly(query))],
    ['elsewhere', (_, response) => response.writeHead(307, { location: '/other' }).end()],
    ['by hanging up', (_, response) => response.destroy()],
  ])('that answers %s gives no time stamp', async (_, answer) => {
    respond = answer
    expect(await authority().stamp(head)).toBeNull()
    expect(requests).toHaveLength(1)
  })

  it('that is slow is abandoned in time and skipped for a while', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { stamp } = authority({ timeoutMs: 50, restMs: 60_000 })
    respond = () => undefined
    expect(await stamp(head)).toBeNull()
    respond = (query, response) => void response.end(answerCorrectly(query))
    expect(await stamp(head)).toBeNull()
    // Only one request was sent: the second stamp did not wait for an answer.
    expect(timeout.mock.calls).toEqual([[50]])
    timeout.mockRestore()
  })

  it('that is unavailable gives no stamp until it is back', async () => {
    const { stamp } = authority()
    respond = (_, response) => void response.destroy()
    expect(await stamp(head)).toBeNull()
    respond = (query, response) => void response.end(answerCorrectly(query))
    expect(await stamp(head)).not.toBeNull()
  })

  it('receives a limited number of requests at once', async () => {
    const heldReplies: (() => void)[] = []
    respond = (query, response) => void heldReplies.push(() => response.end(answerCorrectly(query)))
    const { stamp } = authority()
    const all = Array.from({ length: 9 }, () => stamp(head))
    expect(await all[8]).toBeNull()
    await vi.waitFor(() => expect(heldReplies).toHaveLength(8))
    for (const release of heldReplies) release()
    expect((await Promise.all(all)).filter((one) => one !== null)).toHaveLength(8)
  })

  it('without a trusted certificate is refused at start', () => {
    expect(() => authority({ ca: 'no certificate' })).toThrow('TIME_STAMP_CA_FILE')
  })
})

/** A query for a head, with the nonce of another query. */
const queryOf = (text: string): Buffer => {
  sampleAuthority.stamp(text, 'authority')
  return sampleAuthority.read('asked')
}
const flipByte = (bytes: Buffer): Buffer => {
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5)
  return bytes
}
