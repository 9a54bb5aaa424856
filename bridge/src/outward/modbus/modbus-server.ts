import { once } from 'node:events'
import { type AddressInfo, type BlockList, createServer, type Socket } from 'node:net'
import { isAddressAllowed } from '../allowed-addresses.ts'
import type { Outlet, OutletTarget } from '../outlet.ts'
import { RecentClients } from '../recent-clients.ts'
import { answerPdu } from './modbus-pdu.ts'

/** Limits against clients: Modbus TCP knows neither sign-in nor encryption. */
const maxClients = 32
const idleMs = 120_000
const headerLength = 7
/** Of unit id and data, which the header counts together. */
const maxCounted = 254

export type ModbusOptions = OutletTarget & {
  host: string
  port: number
  /** Addresses allowed to connect; null for all with access to the interface. */
  allowed: BlockList | null
}

/** Modbus TCP server. An invalid frame ends the connection; everything else is answered. */
export const openModbusServer = async (options: ModbusOptions): Promise<Outlet> => {
  const sockets = new Set<Socket>()
  const clients = new RecentClients(options.now)
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    const isAllowed = isAddressAllowed(options.allowed, socket.remoteAddress)
    if (!isAllowed || sockets.size >= maxClients) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setTimeout(idleMs, () => socket.destroy())
    serve(socket, options, clients).catch(() => socket.destroy())
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    name: 'Modbus TCP',
    address: `${options.host}:${(server.address() as AddressInfo).port}`,
    clients,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers requests in their order. The next is read once the last answer was accepted by the socket. */
const serve = async (socket: Socket, target: OutletTarget, clients: RecentClients): Promise<void> => {
  const { remoteAddress = '' } = socket
  let received: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = received.length > 0 ? Buffer.concat([received, chunk as Buffer]) : (chunk as Buffer)
    while (received.length >= headerLength) {
      const [protocol, counted] = [received.readUInt16BE(2), received.readUInt16BE(4)]
      if (protocol !== 0 || counted < 2 || counted > maxCounted) return void socket.destroy()
      const end = headerLength - 1 + counted
      if (received.length < end) break
      clients.note(remoteAddress)
      const answer = await answerPdu(received.subarray(headerLength, end), received.readUInt8(6), target)
      const header = Buffer.from(received.subarray(0, headerLength))
      header.writeUInt16BE(answer.length + 1, 4)
      received = received.subarray(end)
      if (!socket.write(Buffer.concat([header, answer]))) await once(socket, 'drain')
    }
  }
}
