/**
 * Many browsers' sockets in a process of their own, so that their work is not counted as the server's.
 * `node bench/web-browsers.ts ws://… 1000` opens them, prints `open`, and from then on one line per 1,000 messages taken.
 */
import { connect } from 'node:net'
import WebSocket from 'ws'

const [, , url = '', count = '1'] = process.argv
const wanted = Number(count)
let opened = 0
let taken = 0

const open = () => {
  opened++
  if (opened === wanted) console.log('open')
}
const take = () => {
  taken++
  if (taken % wanted === 0) console.log(`taken ${taken}`)
}

for (let n = 0; n < wanted; n++) {
  if (url.startsWith('ws:')) {
    const socket = new WebSocket(url)
    socket.on('open', open)
    socket.on('message', take)
  } else {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, open)
    // One line is one message.
    socket.on('data', (bytes) => {
      for (const byte of bytes) if (byte === 10) take()
    })
  }
}
process.stdin.on('end', () => process.exit(0)).resume()
