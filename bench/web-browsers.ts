/**
 * Many browser sockets in their own process: their CPU time is not counted as the server's. `node bench/web-browsers.ts
 * ws://… 1000` opens them, prints `open`, and then one line per 1,000 received messages.
 */
import { connect } from 'node:net'
import WebSocket from 'ws'

const [, , url = '', count = '1'] = process.argv
const browserCount = Number(count)
let openedCount = 0
let receivedCount = 0

const open = () => {
  openedCount++
  if (openedCount === browserCount) console.log('open')
}
const acquireBrowser = () => {
  receivedCount++
  if (receivedCount % browserCount === 0) console.log(`taken ${receivedCount}`)
}

for (let n = 0; n < browserCount; n++) {
  if (url.startsWith('ws:')) {
    const socket = new WebSocket(url)
    socket.on('open', open)
    socket.on('message', acquireBrowser)
  } else {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, open)
    // One line is one message.
    socket.on('data', (bytes) => {
      for (const byte of bytes) if (byte === 10) acquireBrowser()
    })
  }
}
process.stdin.on('end', () => process.exit(0)).resume()
