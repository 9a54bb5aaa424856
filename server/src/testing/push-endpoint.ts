import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { guardedOutbound } from '../adapters/outbound/guarded-outbound.ts'
import { openWebPush } from '../adapters/push/web-push.ts'

const statusByBehaviour = { takes: 201, gone: 410, busy: 429, refuses: 403, redirects: 307 } as const
type Mood = keyof typeof statusByBehaviour | 'silent' | 'endless'

/** A browser's side of a subscription, with its private keys. */
export const pushBrowser = (endpoint: string) => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
  return {
    keys: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** The decrypted body (RFC 8291); throws if it is for another browser. */
    read(body: Buffer): Record<string, string> {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
      decipher.setAuthTag(body.subarray(-16))
      const decrypted = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      return JSON.parse(decrypted.subarray(0, decrypted.lastIndexOf(2)).toString()) as Record<string, string>
    },
  }
}

/** A push service on loopback: accepts messages, or answers by its mood. */
export const openPushEndpoint = async () => {
  const receivedPushes: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const service = { mood: 'takes' as Mood, requestCount: 0 }
  const server = createServer(async (request, response) => {
    service.requestCount += 1
    const body = await buffer(request)
    const { mood: behaviour } = service
    if (behaviour === 'silent') return
    if (behaviour === 'endless') {
      response.writeHead(201)
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', writeMore)
      return writeMore()
    }
    if (behaviour === 'takes') receivedPushes.push({ path: request.url ?? '', headers: request.headers, body })
    response
      .writeHead(statusByBehaviour[behaviour], { location: '/elsewhere' })
      .end(behaviour === 'gone' ? 'push subscription has\nexpired' : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    receivedPushes,
    countRequests: () => service.requestCount,
    setBehaviour(behaviour: Mood) {
      service.mood = behaviour
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Allows addresses on this machine, with a short timeout. */
export const openTestOutbound = () => guardedOutbound({ allowPrivate: true, patienceMs: 1_000 })

/** The server's side, which may use push services on this machine. */
export const openTestPush = () =>
  openWebPush({
    secret: 'of this test alone',
    supportEmail: 'support@vigilux.test',
    outbound: guardedOutbound({ allowPrivate: true }),
  })
