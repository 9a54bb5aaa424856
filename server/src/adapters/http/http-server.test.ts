import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { createLog } from '../log.ts'
import { createHttpServer, type HttpServerParts } from './http-server.ts'

const open = async (change: Partial<HttpServerParts> = {}) => {
  const app = await createHttpServer({
    log: createLog('silent'),
    publicUrl: 'https://plants.vigilux.test',
    trustProxy: false,
    admit: () => 0,
    ...change,
  })
  app.get('/address', async (request) => request.ip)
  app.post('/echo', async (request) => request.body)
  return app
}

/** The caller's address as seen by the server, for a connection from 198.51.100.9 with this header. */
const addressSeen = async (trustProxy: HttpServerParts['trustProxy'], forwarded: string): Promise<string> => {
  const app = await open({ trustProxy })
  const headers = { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/address', headers, remoteAddress: '198.51.100.9' })).body
}

describe('caller address', () => {
  it.each<[string, HttpServerParts['trustProxy'], string, string]>([
    ['nobody is trusted', false, '203.0.113.1', '198.51.100.9'],
    ['one proxy in front', 1, '203.0.113.7', '203.0.113.7'],
    ['one proxy, and a forged address before its own', 1, '203.0.113.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '203.0.113.1, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['a proxy of a known address', ['198.51.100.9'], '203.0.113.1, 203.0.113.7', '203.0.113.7'],
    ['proxies of a known net', ['198.51.100.0/24', '192.0.2.0/24'], '6.6.6.6, 203.0.113.7, 192.0.2.1', '203.0.113.7'],
    ['a proxy of another address', ['192.0.2.1'], '203.0.113.1', '198.51.100.9'],
  ])('with proxy setting: %s', async (_title, trustProxy, forwarded, expected) => {
    expect(await addressSeen(trustProxy, forwarded)).toBe(expected)
  })
})

describe('HTTP server', () => {
  it('refuses a throttled request before reading it, with a retry time', async () => {
    const app = await open({ admit: (request) => (request.url === '/echo' ? 7 : 0) })
    const answer = await app.inject({
      method: 'POST',
      url: '/echo',
      payload: '{"broken',
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7'])
    expect(answer.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS', details: { retryAfterS: 7 } })
    expect((await app.inject('/address')).statusCode).toBe(200)
  })

  it('accepts writes from the public origin only, or any name in the demo', async () => {
    const [production, demo] = [await open(), await open({ isDemo: true })]
    const status = async (app: typeof production, origin: string) => {
      const headers = { origin, host: 'plants.vigilux.test' }
      return (await app.inject({ method: 'POST', url: '/echo', payload: {}, headers })).statusCode
    }
    expect(await status(production, 'https://plants.vigilux.test')).toBe(200)
    for (const origin of [
      'http://plants.vigilux.test',
      'https://plants.vigilux.test:8443',
      'null',
      'https://evil.test',
    ])
      expect(await status(production, origin), origin).toBe(403)
    expect(await status(demo, 'http://plants.vigilux.test')).toBe(200)
    expect(await status(demo, 'http://evil.test')).toBe(403)
  })

  it('allows pages to connect only to the own origin', async () => {
    const policy = async (publicUrl: string) => {
      const answer = await (await open({ publicUrl })).inject('/address')
      return /connect-src ([^;]+)/.exec(String(answer.headers['content-security-policy']))?.[1]
    }
    expect(await policy('https://plants.vigilux.test/app')).toBe("'self' wss://plants.vigilux.test")
    expect(await policy('http://127.0.0.1:8080')).toBe("'self' ws://127.0.0.1:8080")
  })

  it('sends headers that restrict content to the own origin', async () => {
    const secure = await (await open({ publicUrl: 'https://plants.vigilux.test' })).inject('/address')
    const policy = String(secure.headers['content-security-policy'])
    for (const rule of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval';",
      "base-uri 'none'",
      "style-src 'self';",
      "style-src-attr 'none';",
      "font-src 'self';",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/https:(?!\/\/)/)
    const permissions = String(secure.headers['permissions-policy'])
    for (const rule of ['camera=(self)', 'microphone=()', 'geolocation=()', 'usb=()'])
      expect(permissions).toContain(rule)
    expect(secure.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    expect(secure.headers['x-content-type-options']).toBe('nosniff')
  })

  it('sends the same security headers with an early refusal', async () => {
    const publicUrl = 'https://plants.vigilux.test'
    const defaultHeaders = (await (await open({ publicUrl })).inject('/address')).headers
    const flooded = await open({ publicUrl, admit: () => 7 })
    const earlyResponse = await fetch(`${await flooded.listen({ port: 0, host: '127.0.0.1' })}/address`)
    expect(earlyResponse.status).toBe(429)
    expect(earlyResponse.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(earlyResponse.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    for (const name of ['strict-transport-security', 'x-content-type-options', 'referrer-policy'])
      expect([name, earlyResponse.headers.get(name)]).toEqual([name, defaultHeaders[name]])
  })

  it.each([
    ['GET', '/nowhere', 404, 'NOT_FOUND'],
    ['POST', '/nowhere', 404, 'NOT_FOUND'],
    ['PUT', '/echo', 404, 'NOT_FOUND'],
    ['GET', '/%zz', 400, 'INVALID_INPUT'],
  ] as const)('answers %s %s with %i %s, a message and the request id', async (method, url, status, error) => {
    const answer = await (await open()).inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({
      error,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('refuses a call above the size limit', async () => {
    const app = await open()
    const send = (length: number) => app.inject({ method: 'POST', url: '/echo', payload: { text: 'x'.repeat(length) } })
    expect((await send(200_000)).statusCode).toBe(200)
    expect((await send(300_000)).statusCode).toBe(413)
  })
})

describe('the log', () => {
  it('names the request of a defect by the id of its answer, once in each line', async () => {
    const lines: string[] = []
    const app = await open({ log: createLog('info', { write: (line) => void lines.push(line) }) })
    app.get('/defect', () => Promise.reject(new Error('a defect')))
    const { requestId } = (await app.inject('/defect')).json() as { requestId: string }
    await app.close()
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'call failed unexpectedly',
      'request refused',
    ])
    for (const line of lines) expect(line.split(requestId)).toHaveLength(2)
  })
})

describe('bad input', () => {
  const listening = async () => {
    const lines: { level: string; msg: string }[] = []
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const app = await open({ log, publicUrl: 'http://127.0.0.1' })
    app.get('/realtime', { websocket: true }, () => undefined)
    app.post('/much', async ({ raw }) => {
      setImmediate(() => setImmediate(() => raw.socket.destroy()))
      return { much: 'lamps '.repeat(3_000_000) }
    })
    const [read, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.addHook('preParsing', async () => read.resolve())
    app.addHook('onError', async () => failed.resolve())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { app, port, lines, read: read.promise, failed: failed.promise }
  }
  const errorsIn = (lines: { level: string; msg: string }[]) =>
    lines.filter(({ level }) => ['error', 'fatal'].includes(level))

  it('is not logged as an error for an incomplete request', async () => {
    const { app, port, lines, read, failed } = await listening()
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":',
    )
    await read
    socket.resetAndDestroy()
    await failed
    await app.close()
    expect(errorsIn(lines)).toEqual([])
  })

  it('is not logged as an error when a caller leaves before the answer', async () => {
    const { app, port, lines, failed } = await listening()
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /much HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    )
    await failed
    await app.close()
    expect(errorsIn(lines)).toEqual([])
  })

  it('is not logged as an error for a message that is not text', async () => {
    const { app, port, lines } = await listening()
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`)
    await once(socket, 'open')
    socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
    const [code] = await once(socket, 'close')
    expect([1006, 1007]).toContain(code)
    await vi.waitUntil(() => lines.some(({ msg }) => /unreadable|UTF-8/.test(msg)))
    expect(errorsIn(lines)).toEqual([])
    await app.close()
  })
})
