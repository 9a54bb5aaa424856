// @vitest-environment node
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createClient, type WatchEnd } from './index.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Answer = { status: number; body: object }

/** A server with the same answer to every call. */
const startServer = async (answer: Answer) => {
  let calls = 0
  const http = createServer((_, response) => {
    calls += 1
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  const channel = new WebSocketServer({ server: http, path: '/realtime' })
  channel.on('connection', (socket) => socket.send('{"action":"connected","data":{"socketId":"s1"}}'))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  closers.push(() => {
    for (const socket of channel.clients) socket.terminate()
    http.closeAllConnections()
    http.close()
  })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    channel,
    calls: () => calls,
  }
}

const watch = (url: string) => {
  const seen: string[] = []
  let end: WatchEnd | null = null
  const stop = createClient({ server: url, token: 'vgx_x' }).watch('plant', {
    onEvent: ({ name }) => seen.push(name),
    onRead: () => seen.push('read'),
    onLost: () => seen.push('lost'),
    onEnd: (reason) => {
      end = reason
    },
  })
  closers.push(stop)
  return { seen, end: () => end }
}

test('a watch reads again after each lost connection', async () => {
  const server = await startServer({ status: 200, body: { data: {} } })
  const { seen, end } = watch(server.url)
  await expect.poll(() => seen).toEqual(['read'])
  for (const socket of server.channel.clients) socket.terminate()
  await expect.poll(() => seen).toEqual(['read', 'lost', 'read'])
  expect(end()).toBeNull()
})

test('the watch of a plant that the token does not cover ends, and does not call again', async () => {
  const server = await startServer({ status: 404, body: { error: 'PLANT_NOT_FOUND' } })
  const { seen, end } = watch(server.url)
  await expect.poll(end).toBe('refused')
  expect(seen).toEqual([])
  await expect.poll(() => server.channel.clients.size).toBe(0)
  expect(server.calls()).toBe(1)
})

test('a server that cannot answer is asked again after a pause', async () => {
  const server = await startServer({ status: 503, body: { error: 'STORAGE_SLOW' } })
  const { seen, end } = watch(server.url)
  await expect.poll(server.calls).toBe(2)
  expect([seen, end()]).toEqual([['lost'], null])
})
