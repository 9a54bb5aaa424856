// @vitest-environment node
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { type ConnectionEnd, type ConnectionOptions, type ConnectionStatus, RealtimeConnection } from './connection.ts'

const quickTiming = { attemptDelayMs: 15, openTimeoutMs: 1000 }
const stopServers: (() => unknown)[] = []

afterEach(async () => {
  await Promise.all(stopServers.splice(0).map((stop) => stop()))
})

type Greeting = { socketId?: string; heartbeatMs?: number }

/** A server of the realtime channel, on a free or the given port. */
async function startServer(options: { port?: number; greeting?: Greeting; closeCode?: number } = {}) {
  const { port = 0, greeting = {}, closeCode } = options
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  const sockets: ServerSocket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    if (closeCode) socket.close(closeCode)
    else socket.send(JSON.stringify({ action: 'connected', data: { socketId: `s${sockets.length}`, ...greeting } }))
  })
  await once(server, 'listening')
  const stop = async () => {
    for (const socket of sockets) socket.terminate()
    await new Promise((done) => server.close(done))
  }
  stopServers.push(stop)
  return { port: (server.address() as AddressInfo).port, sockets, stop }
}

function connect(port: number, options: Partial<ConnectionOptions> = {}) {
  const statuses: ConnectionStatus[] = []
  const connectionEnds: ConnectionEnd[] = []
  const onReconnected = vi.fn()
  const refreshSession = vi.fn(async () => true)
  const onMessage = vi.fn()
  const connection = new RealtimeConnection({
    url: `ws://127.0.0.1:${port}/realtime`,
    onStatus: (status) => statuses.push(status),
    onMessage,
    onReconnected,
    onEnd: (reason) => connectionEnds.push(reason),
    refreshSession,
    timing: quickTiming,
    ...options,
  })
  stopServers.push(() => connection.stop())
  connection.start()
  const waitForState = (state: string) =>
    vi.waitFor(() => expect(connection.status.state).toBe(state), { timeout: 3000 })
  return { connection, statuses, connectionEnds, onReconnected, refreshSession, onMessage, waitForState }
}

describe('the realtime connection', () => {
  test('waits while the server is unreachable and connects once it is reachable', async () => {
    const { port, stop } = await startServer()
    await stop()
    const refreshSession = vi.fn(() => Promise.reject(new Error('unreachable')))
    const timing = { ...quickTiming, offlineDelayMs: 15 }
    const { waitForState, connectionEnds } = connect(port, { refreshSession, timing })
    await waitForState('offline')
    await vi.waitFor(() => expect(refreshSession.mock.calls.length).toBeGreaterThan(5))
    expect(connectionEnds).toEqual([])
    refreshSession.mockImplementation(() => Promise.resolve(true) as never)
    await startServer({ port })
    await waitForState('connected')
  })

  test('is connected only after the server has sent the socket id', async () => {
    const server = await startServer()
    const { connection, statuses, waitForState } = connect(server.port)
    expect(connection.status.state).toBe('connecting')
    await waitForState('connected')
    expect(connection.status.socketId).toBe('s1')
    expect(statuses.map(({ state }) => state)).toEqual(['connecting', 'connected'])
  })

  test('reconnects after a drop with a new id and reports missed events', async () => {
    const server = await startServer()
    const { connection, statuses, waitForState, onReconnected, refreshSession, connectionEnds } = connect(server.port)
    await waitForState('connected')
    server.sockets[0]?.terminate()
    await vi.waitFor(() => expect(connection.status.socketId).toBe('s2'))
    expect(statuses.map(({ state }) => state)).toContain('closed')
    expect(onReconnected).toHaveBeenCalledTimes(1)
    expect(refreshSession).not.toHaveBeenCalled()
    expect(connectionEnds).toEqual([])
  })

  test('tries five times, then three times with a refreshed session, then gives up', async () => {
    const server = await startServer()
    const { statuses, waitForState, refreshSession, connectionEnds } = connect(server.port)
    await waitForState('connected')
    await server.stop()
    await vi.waitFor(() => expect(connectionEnds).toEqual(['connectionLost']), { timeout: 4000 })
    expect(refreshSession).toHaveBeenCalledTimes(3)
    const attempts = (state: string) => [
      ...new Set(statuses.filter((s) => s.state === state).map(({ attempt }) => attempt)),
    ]
    expect(attempts('closed')).toEqual([1, 2, 3, 4, 5])
    expect(attempts('error').slice(0, 3)).toEqual([1, 2, 3])
  })

  test('needs no sign-out if any attempt succeeds, also with a refreshed session', async () => {
    const server = await startServer()
    const { waitForState, connection, connectionEnds, refreshSession } = connect(server.port)
    await waitForState('connected')
    await server.stop()
    await vi.waitFor(() => expect(refreshSession).toHaveBeenCalled(), { timeout: 3000 })
    await startServer({ port: server.port })
    await waitForState('connected')
    expect(connection.status.attempt).toBe(1)
    expect(connectionEnds).toEqual([])
  })

  test('ends if the session has ended meanwhile', async () => {
    const server = await startServer()
    const { waitForState, connectionEnds } = connect(server.port, { refreshSession: async () => false })
    await waitForState('connected')
    await server.stop()
    await vi.waitFor(() => expect(connectionEnds).toEqual(['sessionEnded']), { timeout: 3000 })
  })

  test('ends at once without another attempt if the session is revoked', async () => {
    const server = await startServer({ closeCode: 4401 })
    const { connectionEnds, refreshSession } = connect(server.port)
    await vi.waitFor(() => expect(connectionEnds).toEqual(['revoked']))
    expect(server.sockets).toHaveLength(1)
    expect(refreshSession).not.toHaveBeenCalled()
  })

  test('continues in the new session if a password change replaced the old one', async () => {
    const server = await startServer()
    const { connection, waitForState, connectionEnds, onReconnected } = connect(server.port)
    await waitForState('connected')
    server.sockets[0]?.close(4401)
    await vi.waitFor(() => expect(onReconnected).toHaveBeenCalledTimes(1), { timeout: 3000 })
    expect(connection.status.socketId).toBe('s2')
    expect(connectionEnds).toEqual([])
  })

  test('ends after a check if the session ended while the channel was open', async () => {
    const server = await startServer()
    const { waitForState, connectionEnds } = connect(server.port, { refreshSession: async () => false })
    await waitForState('connected')
    server.sockets[0]?.close(4401)
    await vi.waitFor(() => expect(connectionEnds).toEqual(['revoked']), { timeout: 3000 })
    expect(server.sockets).toHaveLength(1)
  })

  test('waits and reconnects if the server asks for fewer requests', async () => {
    const server = await startServer({ closeCode: 4429 })
    const tooManyDelayMs = 300
    const { connectionEnds, refreshSession } = connect(server.port, { timing: { ...quickTiming, tooManyDelayMs } })
    await vi.waitFor(() => expect(server.sockets).toHaveLength(1))
    const startedAt = performance.now()
    await vi.waitFor(() => expect(server.sockets).toHaveLength(2), { timeout: 3000 })
    expect(performance.now() - startedAt).toBeGreaterThan(tooManyDelayMs - 50)
    expect(connectionEnds).toEqual([])
    expect(refreshSession).not.toHaveBeenCalled()
  })

  test('waits as long if the server closes a working connection for this reason', async () => {
    const server = await startServer()
    const tooManyDelayMs = 300
    const { waitForState, connection } = connect(server.port, { timing: { ...quickTiming, tooManyDelayMs } })
    await waitForState('connected')
    const startedAt = performance.now()
    server.sockets[0]?.close(4429)
    await waitForState('closed')
    await vi.waitFor(() => expect(connection.status.socketId).toBe('s2'), { timeout: 3000 })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(tooManyDelayMs - 1)
  })

  test('counts as lost if an announced heartbeat stops', async () => {
    const server = await startServer({ greeting: { heartbeatMs: 20 } })
    const { statuses, waitForState } = connect(server.port)
    await waitForState('connected')
    await vi.waitFor(() => expect(statuses.map(({ state }) => state)).toContain('closed'))
  })

  test('counts no attempts offline and reconnects automatically', async () => {
    const server = await startServer()
    let online = true
    const timing = { ...quickTiming, offlineDelayMs: 15 }
    const { connection, waitForState, connectionEnds, refreshSession } = connect(server.port, {
      isOnline: () => online,
      timing,
    })
    await waitForState('connected')
    online = false
    await server.stop()
    await waitForState('offline')
    // More polls than attempts: the connection is not over, and no session is requested.
    const webSocket = vi.spyOn(globalThis, 'WebSocket')
    stopServers.push(() => webSocket.mockRestore())
    await vi.waitFor(() => expect(webSocket.mock.calls.length).toBeGreaterThan(12), { timeout: 3000 })
    expect(connectionEnds).toEqual([])
    expect(refreshSession).not.toHaveBeenCalled()
    await startServer({ port: server.port })
    online = true
    await waitForState('connected')
    expect(connection.status.attempt).toBe(1)
  })

  test('drops garbage without any effect', async () => {
    const server = await startServer()
    const { waitForState, onMessage, connection } = connect(server.port)
    await waitForState('connected')
    server.sockets[0]?.send('<html>')
    server.sockets[0]?.send('null')
    server.sockets[0]?.send(JSON.stringify({ action: 'shadow', data: 1 }))
    await vi.waitFor(() => expect(onMessage).toHaveBeenCalledWith({ action: 'shadow', data: 1 }))
    expect(onMessage).toHaveBeenCalledTimes(2)
    expect(connection.status.state).toBe('connected')
  })
})
