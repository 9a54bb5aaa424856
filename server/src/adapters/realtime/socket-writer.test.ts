import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createSocketIds } from './socket-ids.ts'
import { broadcastOf, createSocketWriter, createWatcherHub, type SocketWriter } from './watcher-hub.ts'

const connect = async () => {
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const connection = new Promise<{ socketWriter: SocketWriter; socket: WebSocket }>((resolve) =>
    server.once('connection', (socket, request) =>
      resolve({ socketWriter: createSocketWriter(socket, request.socket), socket }),
    ),
  )
  const browser = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const receivedTexts: string[] = []
  browser.on('message', (text) => receivedTexts.push(String(text)))
  await once(browser, 'open')
  const close = () => {
    browser.terminate()
    server.close()
    http.close()
  }
  return { ...(await connection), browser, receivedTexts, close }
}

it.each([0, 100, 125, 126, 65_535, 65_536, 300_000])(
  'a browser receives a message of %d bytes in order with answers',
  async (bytes) => {
    const { socketWriter, receivedTexts, close } = await connect()
    const { text } = broadcastOf({ action: 'x', data: 'ä'.repeat(bytes / 2) })
    const remainingBytes = Math.max(0, bytes - Buffer.byteLength(text))
    const broadcast = broadcastOf({ action: 'x', data: 'y'.repeat(remainingBytes) })
    socketWriter.send('before')
    socketWriter.broadcast(broadcast)
    socketWriter.broadcast(broadcastOf({ action: 'x', data: 'ä'.repeat(bytes / 2) }))
    socketWriter.send('after')
    await expect.poll(() => receivedTexts.at(-1)).toBe('after')
    expect(receivedTexts).toEqual(['before', broadcast.text, text, 'after'])
    close()
  },
)

it('a closing browser receives nothing', async () => {
  const { socketWriter, socket, browser, receivedTexts, close } = await connect()
  const closed = once(browser, 'close')
  socket.close(1000)
  socketWriter.broadcast(broadcastOf({ action: 'x', data: {} }))
  expect((await closed)[0]).toBe(1000)
  expect(receivedTexts).toEqual([])
  close()
})

it('a broadcast to many browsers is encoded once', () => {
  const hub = createWatcherHub(createSocketIds('0a1b2c3d', 'a secret'))
  const frames = new Set<Buffer>()
  for (let n = 0; n < 3; n++) {
    const channel = { send: ({ frame }: { frame: Buffer }) => void frames.add(frame), backlog: () => 0 }
    const id = hub.add(
      { userId: 'ada', suspended: false, declarationsMissing: false },
      { ...channel, close: () => {}, recheck: () => {} },
    )
    hub.watch(id, 'ada', { plantId: 'a plant', until: null })
  }
  hub.deliver({ plant: 'a plant' }, 'plantCounts', {})
  expect(frames.size).toBe(1)
})
