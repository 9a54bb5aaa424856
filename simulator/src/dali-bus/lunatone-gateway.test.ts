import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { machineClock } from './bus-clock.ts'
import { LunatoneGateway } from './lunatone-gateway.ts'
import { createLine, type VirtualLine } from './virtual-line.ts'

type Message = { type: string; data: Record<string, unknown> }

let gateway: LunatoneGateway
let port = 0
let lines: VirtualLine[] = []
const sockets: WebSocket[] = []

beforeEach(async () => {
  lines = [0, 1].map((seed) => createLine({ clock: machineClock, seed, gears: 2 }))
  gateway = new LunatoneGateway({ lines: lines.map(({ bus }) => bus), clock: machineClock })
  port = await gateway.listen()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await gateway.close()
})

const open = async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  sockets.push(socket)
  const messages: Message[] = []
  socket.on('message', (content) => messages.push(JSON.parse(String(content))))
  await vi.waitFor(() => expect(messages[0]?.type).toBe('info'))
  const send = (daliData: number[], mode: object = {}, line = 0) =>
    socket.send(JSON.stringify({ type: 'daliFrame', data: { line, numberOfBits: 16, mode, daliData } }))
  const of = (type: string) => messages.filter((message) => message.type === type).map(({ data }) => data)
  return { socket, messages, send, of }
}

it('greets with its info, and serves the same over HTTP', async () => {
  const { messages, of } = await open()
  const info = await (await fetch(`http://127.0.0.1:${port}/info`)).json()
  expect(messages[0]?.data).toEqual(info)
  expect(info).toMatchObject({ descriptor: { lines: 2, bufferSize: 32 }, device: { articleNumber: 89453886 } })
  await vi.waitFor(() => expect(of('daliStatus')).toHaveLength(2))
})

it('confirms each copy of a frame, and answers only the connection that asked', async () => {
  const [asking, other] = [await open(), await open()]
  asking.send([0x01, 0x91], { waitForAnswer: true })
  await vi.waitFor(() => expect(asking.of('daliAnswer')).toEqual([{ line: 0, result: 8, daliData: 255 }]))
  asking.send([0x09, 0x91], { waitForAnswer: true })
  await vi.waitFor(() => expect(asking.of('daliAnswer')[1]).toEqual({ line: 0, result: 0, daliData: null }))
  asking.send([0xff, 0x91], { waitForAnswer: true })
  await vi.waitFor(() => expect(asking.of('daliAnswer')[2]).toEqual({ line: 0, result: 63, daliData: null }))
  asking.send([0x01, 0x25], { sendTwice: true })
  await vi.waitFor(() => expect(asking.of('daliFrame')).toHaveLength(5))
  expect(other.of('daliAnswer')).toEqual([])
  expect(other.of('daliFrame')).toEqual([])
  await vi.waitFor(() => expect(other.of('daliMonitor').filter(({ bits }) => bits === 16)).toHaveLength(5))
  expect(other.of('daliMonitor').find(({ bits }) => bits === 8)).toMatchObject({ data: [255], framingError: false })
})

it('sends no monitor to a connection that has filtered it', async () => {
  const [quiet, other] = [await open(), await open()]
  quiet.socket.send(JSON.stringify({ type: 'filtering', data: { daliMonitor: true } }))
  await vi.waitFor(() => expect(quiet.of('filtering')).toHaveLength(1))
  other.send([0xff, 0x05])
  await vi.waitFor(() => expect(other.of('daliMonitor')).toHaveLength(1))
  expect(quiet.of('daliMonitor')).toEqual([])
})

it('refuses an unknown line, a wrong frame and a full buffer', async () => {
  const { send, of } = await open()
  send([1, 2], {}, 7)
  send([1])
  await vi.waitFor(() =>
    expect(of('daliFrame')).toEqual([
      { line: 7, result: 5 },
      { line: 0, result: 6 },
    ]),
  )
  for (let n = 0; n < 33; n++) send([0xff, 0x05])
  await vi.waitFor(() => expect(of('daliFrame')).toContainEqual({ line: 0, result: 4 }))
})

it('reports the power of each line', async () => {
  const { send, of } = await open()
  lines[1]?.bus.setPower(false)
  await vi.waitFor(() => expect(of('daliStatus').at(-1)).toEqual({ line: 1, status: 0 }))
  send([0x01, 0x91], {}, 1)
  await vi.waitFor(() => expect(of('daliFrame')).toEqual([{ line: 1, result: 1 }]))
  await vi.waitFor(() => expect(of('daliStatus').at(-1)).toEqual({ line: 1, status: 1 }))
  lines[1]?.bus.setPower(true)
  await vi.waitFor(() => expect(of('daliStatus').at(-1)).toEqual({ line: 1, status: 2 }))
})

it('misbehaves as asked', async () => {
  const { socket, send, messages, of } = await open()
  gateway.mischief = { kind: 'rubbish' }
  const count = messages.length
  const texts: string[] = []
  socket.removeAllListeners('message')
  socket.on('message', (content) => texts.push(String(content)))
  send([0x01, 0x91])
  await vi.waitFor(() => expect(texts).toHaveLength(4))
  expect([count, of('daliFrame')]).toEqual([messages.length, []])
  gateway.mischief = { kind: 'closesInFrame' }
  send([0x01, 0x91])
  await vi.waitFor(() => expect(socket.readyState).toBe(WebSocket.CLOSED))
  expect(gateway.connections).toBe(0)
  gateway.isInfoServed = false
  expect((await fetch(`http://127.0.0.1:${port}/info`)).status).toBe(503)
})
