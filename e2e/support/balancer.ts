import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream'

const ignored = () => undefined

/**
 * A minimal load balancer: requests and WebSockets go round robin to the nodes accepting the connection. Bodies are
 * streamed, and a close on one side closes the other.
 */
export const openBalancer = async (ports: readonly number[]) => {
  let nextPort = 0
  const inTurn = (): number[] => {
    const start = nextPort++ % ports.length
    return [...ports.slice(start), ...ports.slice(0, start)]
  }
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const pass = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) {
        outgoing.writeHead(503).end()
        return
      }
      const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
      onward.once('response', (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        pipeline(answer, outgoing, ignored)
      })
      // A request already sent to a node is not repeated on another, because it may have been executed before the node
      // died.
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') pass(others)
        else if (!outgoing.headersSent) outgoing.destroy()
      })
      onward.once('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)))
      outgoing.once('close', () => onward.destroy())
    }
    pass(inTurn())
  })
  server.on('upgrade', (incoming, clientSocket, head) => {
    const pass = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void clientSocket.destroy()
      const serverSocket = connect(port, '127.0.0.1')
      serverSocket.once('error', () => (serverSocket.bytesRead === 0 ? pass(others) : clientSocket.destroy()))
      serverSocket.once('connect', () => {
        const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`)
        serverSocket.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        serverSocket.write(head)
        serverSocket.pipe(clientSocket).pipe(serverSocket)
        clientSocket.once('close', () => serverSocket.destroy())
        serverSocket.once('close', () => clientSocket.destroy())
        clientSocket.on('error', ignored)
      })
    }
    pass(inTurn())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
