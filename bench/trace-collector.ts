/** Receives traces and drops them. Sends its address to the process that forked it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.once('disconnect', () => process.exit())
