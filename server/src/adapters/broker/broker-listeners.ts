import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/**
 * Which clients may log in at a port: units from anywhere, the platform on a separate port reachable only from this
 * machine.
 */
export type Listener = 'units' | 'platform'

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen({ port, host, backlog: 4096 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** With `clientCa`, a unit also needs a certificate of this authority. */
export type ListenerTls = { port: number; cert: string; key: string; clientCa?: string }

/** TLS settings; client certificates are verified during the handshake. */
const tlsOptions = ({ cert, key, clientCa }: ListenerTls) => ({
  minVersion: 'TLSv1.2' as const,
  cert,
  key,
  ...(clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
})

const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }

type AcceptSocket = (socket: Socket) => void

export type ListenerConfig = {
  port: number
  host: string
  tls?: ListenerTls | undefined
  handshakeTimeout: number
}

const loopback = (host: string): string => (isIPv6(host) ? '::1' : '127.0.0.1')

/** Where units of this machine reach the port without TLS: every other host only has it if there is no TLS. */
export const localHost = ({ host, tls }: Pick<ListenerConfig, 'host' | 'tls'>): string =>
  tls || ['0.0.0.0', '::'].includes(host) ? loopback(host) : host

/** Opens the ports for units, with and without TLS, and the one for the platform. */
export const openListeners = async (
  { port, host, tls, handshakeTimeout }: ListenerConfig,
  acceptFor: (listener: Listener) => AcceptSocket,
  handshakeFailed: (error: Error, socket: Socket) => void,
) => {
  const servers: Server[] = []
  const open = (server: Server, at: number, listenHost: string) => {
    servers.push(server)
    return listen(server, at, listenHost)
  }
  const platformPort = await open(createServer(socketOptions, acceptFor('platform')), 0, '127.0.0.1')
  const secured = tls && createTlsServer({ ...socketOptions, handshakeTimeout, ...tlsOptions(tls) }, acceptFor('units'))
  // Without a listener, a client's failed handshake would end the process.
  secured?.on('tlsClientError', (error, socket) => {
    handshakeFailed(error, socket)
    socket.destroy()
  })
  return {
    servers,
    platformPort,
    tlsPort: secured && tls ? await open(secured, tls.port, host) : null,
    port: await open(createServer(socketOptions, acceptFor('units')), port, tls ? loopback(host) : host),
  }
}
