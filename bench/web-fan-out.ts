import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { createSocketIds } from '../server/src/adapters/realtime/socket-ids.ts'
import { createSocketWriter, createWatcherHub } from '../server/src/adapters/realtime/watcher-hub.ts'
import { type Figure, figureOf, measureThrice } from './measure.ts'

const browsers = 1000
const rounds = 20
const plant = 'a plant'
const event = {
  plant_id: plant,
  lamps: Array.from({ length: 4 }, (_, at) => ({ id: at, description: 'x'.repeat(200) })),
}

const program = fileURLToPath(new URL('./web-browsers.ts', import.meta.url))

/** Browsers in another process. `next` resolves once all are connected, and then once all have received a message. */
const startBrowsers = (url: string) => {
  const child = spawn(process.execPath, [program, url, String(browsers)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  return {
    next: async () => void (await once(lines, 'line')),
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** CPU milliseconds of this thread for one message to all of them, until all have received it. */
const cpuOf = async (send: () => void, waitForEvents: () => Promise<void>): Promise<number> => {
  const all: number[] = []
  for (let n = 0; n < rounds; n++) {
    const eventsReceived = waitForEvents()
    const before = process.threadCpuUsage()
    send()
    // Data not written at once is written in later event loop turns, which count as well.
    await new Promise((resolve) => setImmediate(resolve))
    const { user, system } = process.threadCpuUsage(before)
    all.push((user + system) / 1000)
    await eventsReceived
  }
  return all.sort((a, b) => a - b)[rounds / 2] ?? Number.NaN
}

const overHub = async (): Promise<number> => {
  const hub = createWatcherHub(createSocketIds('0a1b2c3d', 'bench'))
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  server.on('connection', (socket, request) => {
    const { broadcast: send, backlog, shut } = createSocketWriter(socket, request.socket)
    const id = hub.add(
      { userId: 'somebody', suspended: false, declarationsMissing: false },
      { send, backlog, close: shut, recheck: () => {} },
    )
    hub.watch(id, 'somebody', { plantId: plant, until: null })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const browsers = startBrowsers(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  await browsers.next()
  const cpu = await cpuOf(() => hub.deliver({ plant }, 'lamps', event), browsers.next)
  await browsers.stop()
  http.close()
  return cpu
}

/** The same bytes, precomputed, to bare sockets. */
const overBareSockets = async (): Promise<number> => {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => sockets.push(socket.setNoDelay(true)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connectedBrowsers = startBrowsers(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await connectedBrowsers.next()
  while (sockets.length < browsers) await new Promise((resolve) => setImmediate(resolve))
  const bytes = Buffer.from(`${JSON.stringify({ action: 'lamps', data: event })}\n`)
  const send = () => {
    for (const socket of sockets) socket.write(bytes)
  }
  const cpu = await cpuOf(send, connectedBrowsers.next)
  await connectedBrowsers.stop()
  server.close()
  return cpu
}

/** The server's cost of one event to 1,000 browsers. */
export const benchFanOut = async (): Promise<Figure[]> => {
  const productMs = await measureThrice(overHub)
  const limit = await measureThrice(overBareSockets)
  const note = `median of ${rounds} events, ${JSON.stringify(event).length} bytes each, sockets of another process`
  return [
    figureOf('CPU of one event to 1,000 browsers', 'ms', productMs, { values: limit, what: 'bare sockets' }, note),
  ]
}
