import { once } from 'node:events'
import { BlockList, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openOutward, topic } from '../../testing/outward-plant.ts'

let outward: Awaited<ReturnType<typeof openOutward>>
afterEach(() => outward.close())

const open = async (changes: Parameters<typeof openOutward>[0] = {}) => {
  outward = await openOutward({ modbus: { host: '127.0.0.1', port: 0 }, ...changes })
  await expect.poll(() => outward.portOf('Modbus TCP')).toBeDefined()
}

const connectClient = async (): Promise<Socket> => {
  const socket = connect(outward.portOf('Modbus TCP') ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

const frame = (pdu: readonly number[], { unitId = 1, transaction = 7, protocol = 0 } = {}): Buffer => {
  const header = Buffer.alloc(7)
  header.writeUInt16BE(transaction, 0)
  header.writeUInt16BE(protocol, 2)
  header.writeUInt16BE(pdu.length + 1, 4)
  header.writeUInt8(unitId, 6)
  return Buffer.concat([header, Buffer.from(pdu)])
}

/** Function code and data of the answer. */
const ask = async (pdu: readonly number[], unitId = 1): Promise<number[]> => {
  const socket = await connectClient()
  socket.write(frame(pdu, { unitId }))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect([answer.readUInt16BE(0), answer.readUInt16BE(2), answer.readUInt16BE(4)]).toEqual([7, 0, answer.length - 6])
  expect(answer.readUInt8(6)).toBe(unitId)
  return [...answer.subarray(7)]
}
const words = (...numbers: number[]): number[] => numbers.flatMap((number) => [number >> 8, number & 255])
const read = async (address: number, count: number, unitId = 1, code = 3): Promise<number[]> => {
  const [function_, bytes, ...data] = await ask([code, ...words(address, count)], unitId)
  expect([function_, bytes]).toEqual([code, count * 2])
  return Array.from({ length: count }, (_, at) => ((data[at * 2] ?? 0) << 8) | (data[at * 2 + 1] ?? 0))
}
const notAvailable = 0xffff

it('shows plant, units and lamps in registers, by both functions', async () => {
  await open()
  const { platform } = outward
  const [version, , isLive, isUnit, serialHigh, serialLow] = await read(0, 6)
  expect([version, isLive, isUnit, serialHigh, serialLow]).toEqual([1, 1, 1, 0x0a, 0x1b2c])
  for (const unitId of [0, 255]) expect((await read(0, 4, unitId))[3]).toBe(0)
  expect(await read(12, 1, 255)).toEqual([22])
  // The condition of the plant: 8 is "ok".
  expect(await read(10, 2, 255, 4)).toEqual([8, 0])
  platform.setLamp(topic, 17, { errors: ['battery_short'], battery: 40 })
  await expect.poll(() => read(11, 1, 255)).toEqual([1])
  const lamp17 = 1000 + 16 * 16
  const [valid, age, fault, silent, batteryFault, lightFault, functional, autonomy, , , mode, charge] = await read(
    lamp17,
    12,
  )
  expect([valid, fault, silent, batteryFault, lightFault, functional, autonomy, mode, charge]).toEqual([
    1, 1, 0, 1, 0, 0, 0, 0, 40,
  ])
  expect(age).toBeLessThan(notAvailable)
  expect(await read(100, 2)).toEqual([0, 1])
  expect(await read(200, 2)).toEqual([0, 0])
})

it('never shows an unknown value as good', async () => {
  await open()
  const { platform } = outward
  platform.setLamp(topic, 2, { mode: 'unreachable' })
  const lamp2 = 1000 + 16
  await expect.poll(() => read(lamp2, 1)).toEqual([0])
  expect(await read(lamp2 + 2, 2)).toEqual([notAvailable, 1])
  expect(await read(100, 1)).toEqual([2])
  expect(await read(200, 1)).toEqual([2])
  // A missing lamp, and a register without a meaning.
  expect(await read(1000 + 30 * 16, 2)).toEqual([0, notAvailable])
  expect(await read(lamp2 + 15, 1)).toEqual([notAvailable])
  platform.refusal = { code: 'STORAGE_UNAVAILABLE', status: 503 }
  platform.dropConnections()
  await expect.poll(() => read(2, 1)).toEqual([0])
  expect(await read(10, 15)).toEqual(Array(15).fill(notAvailable))
  expect((await read(10, 12, 255)).every((register) => register === notAvailable)).toBe(true)
  expect(await read(200, 1)).toEqual([notAvailable])
})

it.each([
  ['a function that is not offered', [43, 14, 1, 0], 1, 1],
  ['a write while commands are off', [6, ...words(17, 1)], 1, 1],
  ['a register behind the map of the plant', [3, ...words(99, 2)], 255, 2],
  ['a gap in the map of a unit', [3, ...words(162, 1)], 1, 2],
  ['a register behind the last lamp', [3, ...words(1000 + 992 * 16 - 1, 2)], 1, 2],
  ['no register', [3, ...words(0, 0)], 1, 3],
  ['126 registers', [3, ...words(0, 126)], 1, 3],
  ['a request that is too short', [3, 0], 1, 3],
  ['a unit that does not exist', [3, ...words(0, 1)], 9, 0x0b],
])('answers %s with the right exception', async (_, pdu, unitId, exception) => {
  await open()
  expect(await ask(pdu, unitId)).toEqual([(pdu[0] ?? 0) | 0x80, exception])
})

it('starts and stops tests, where commands are on and the token may', async () => {
  await open({ commands: true })
  const { platform } = outward
  const write = (value: number, address = 17) => ask([6, ...words(address, value)])
  expect(await write(1)).toEqual([0x86, 1])
  platform.mayOperate = true
  expect(await write(2)).toEqual([6, ...words(17, 2)])
  await expect.poll(() => read(17, 1)).toEqual([2])
  expect(await write(1)).toEqual([0x86, 4])
  expect(await ask([16, ...words(17, 1), 2, ...words(0)])).toEqual([16, ...words(17, 1)])
  await expect.poll(() => read(17, 1)).toEqual([0])
  expect(await write(3)).toEqual([0x86, 3])
  expect(await write(1, 18)).toEqual([0x86, 2])
  expect(await ask([16, ...words(17, 2), 4, ...words(0, 0)])).toEqual([0x90, 2])
  expect(await ask([16, ...words(17, 1), 3, 0, 0, 0])).toEqual([0x90, 3])
  expect(await ask([6, ...words(17, 1)], 255)).toEqual([0x86, 2])
  const started = platform.calls.filter(({ action }) => action === 'ftest').map(({ input }) => input.kind)
  expect(started).toEqual(['functional', 'autonomy', 'functional'])
})

it('answers requests that come in pieces or together, in their order', async () => {
  await open()
  const socket = await connectClient()
  const answered: number[] = []
  socket.on('data', (data: Buffer) => {
    for (let at = 0; at < data.length; at += 6 + data.readUInt16BE(at + 4)) answered.push(data.readUInt16BE(at))
  })
  const requests = Buffer.concat([1, 2, 3].map((transaction) => frame([3, ...words(0, 1)], { transaction })))
  socket.write(requests.subarray(0, 5))
  await expect.poll(() => socket.writableLength).toBe(0)
  socket.write(requests.subarray(5))
  await expect.poll(() => answered).toEqual([1, 2, 3])
  socket.destroy()
})

it.each([
  ['another protocol', frame([3, 0, 0, 0, 1], { protocol: 1 })],
  ['a length without a function', Buffer.from([0, 1, 0, 0, 0, 1, 1])],
  ['a length beyond the limit', Buffer.from([0, 1, 0, 0, 1, 0, 1])],
])('ends a connection with %s', async (_, bytes) => {
  await open()
  const socket = await connectClient()
  socket.write(bytes)
  await once(socket, 'close')
})

it('has 32 clients at most, and only those that are allowed', async () => {
  await open()
  const clients = await Promise.all(Array.from({ length: 32 }, connectClient))
  const tooMany = await connectClient()
  await once(tooMany, 'close')
  const [one] = clients
  one?.write(frame([3, ...words(0, 1)]))
  await once(one as Socket, 'data')
  for (const client of clients) client.destroy()
  await outward.close()
  const allowed = new BlockList()
  allowed.addAddress('192.0.2.1')
  await open({ allowed })
  await once(await connectClient(), 'close')
})

it('closes when the token is revoked', async () => {
  await open()
  const socket = await connectClient()
  outward.platform.revoke()
  await once(socket, 'close')
  await expect.poll(outward.end).toBe('tokenEnded')
  const refused = connect(outward.portOf('Modbus TCP') ?? 0, '127.0.0.1')
  expect(await once(refused, 'error').then(([error]) => (error as NodeJS.ErrnoException).code)).toBe('ECONNREFUSED')
})

it('says why it cannot listen, and offers the other interfaces', async () => {
  await open()
  const port = outward.portOf('Modbus TCP') ?? 0
  const bacnet = { host: '127.0.0.1', port: 0, deviceInstance: 1 }
  const other = await openOutward({ modbus: { host: '127.0.0.1', port }, bacnet })
  const failed = { state: 'failed', failure: 'portInUse', address: `127.0.0.1:${port}` }
  await expect
    .poll(() => other.platform.reported?.connections)
    .toMatchObject([
      { kind: 'bacnet', state: 'open' },
      { kind: 'modbus', ...failed },
    ])
  const why = other.printed.find(({ event }) => event === 'interface failed')?.details.why
  expect(why).toContain('EADDRINUSE')
  expect(other.end()).toBeNull()
  await other.close()
})
