import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { afterEach, expect, it } from 'vitest'
import { openOutward, topic } from '../testing/outward-plant.ts'

let outward: Awaited<ReturnType<typeof openOutward>>
let broker: Server | undefined
afterEach(async () => {
  await outward.close()
  broker?.close()
})

const modbus = { host: '127.0.0.1', port: 0 }
const connections = () => outward.platform.reported?.connections
const port = () => outward.portOf('Modbus TCP') ?? 0

const connectModbus = async () => {
  const socket = connect(port(), '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

it('reports its interfaces with their clients, and the numbers of the units', async () => {
  outward = await openOutward({ modbus, bacnet: { ...modbus, deviceInstance: 260_001 } })
  const idle = { state: 'open', failure: null, clients: 0, lastReadAgoS: null }
  const address = expect.stringMatching(/^127\.0\.0\.1:[1-9]\d+$/)
  const lastRegister = 1_000 + 19 * 16 + 11
  await expect.poll(connections).toEqual([
    {
      kind: 'bacnet',
      ...idle,
      address,
      deviceInstance: 260_001,
      lamps: 22,
    },
    { kind: 'modbus', ...idle, address, lastRegister },
  ])
  const { host, version, units } = outward.platform.reported ?? {}
  expect([host, version]).toEqual([hostname(), expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  expect(units).toEqual([
    { topic, number: 1 },
    { topic: 'logica_0A1B2D', number: 2 },
  ])
  const socket = await connectModbus()
  socket.write(Buffer.from([0, 7, 0, 0, 0, 6, 1, 3, 0, 0, 0, 1]))
  await once(socket, 'data')
  socket.destroy()
  outward.platform.switchOff()
  await expect.poll(() => connections()?.[1]).toMatchObject({ clients: 1, lastReadAgoS: expect.any(Number) })
})

it('closes an interface that is switched off, at once and after a restart, and opens it again', async () => {
  outward = await openOutward({ modbus })
  await expect.poll(connections).toMatchObject([{ state: 'open' }])
  const socket = await connectModbus()
  outward.platform.switchOff('modbus')
  await once(socket, 'close')
  await expect.poll(connections).toMatchObject([{ state: 'off', failure: null }])
  await outward.stop()
  const { platform, folder } = outward
  outward = await openOutward({ modbus, state: folder }, platform)
  await expect.poll(() => outward.printed.map(({ event }) => event)).toContain('platform connected')
  await expect.poll(connections).toMatchObject([{ state: 'off' }])
  expect(outward.portOf('Modbus TCP')).toBeUndefined()
  platform.switchOff()
  await expect.poll(() => outward.portOf('Modbus TCP')).toBeDefined()
  ;(await connectModbus()).destroy()
})

it.each([
  ['refuses the password', Buffer.from([0x20, 2, 0, 5]), 'passwordRefused'],
  ['closes the connection', null, 'brokerUnreachable'],
])('reports a broker that %s', async (_, answer, failure) => {
  broker = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer) socket.once('data', () => socket.end(answer))
    else broker?.close()
    if (!answer) socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  const url = `mqtt://127.0.0.1:${(broker.address() as AddressInfo).port}`
  outward = await openOutward({ mqtt: { url, user: 'vigilux', password: 'x', ca: null, prefix: 'homeassistant' } })
  await expect.poll(connections, { timeout: 15_000 }).toMatchObject([{ kind: 'mqtt', state: 'failed', failure }])
})
