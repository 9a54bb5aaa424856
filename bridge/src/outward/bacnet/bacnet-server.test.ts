import { BlockList } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { BacnetClient, contextNumber, decode, type Id } from '../../testing/bacnet-client.ts'
import { openOutward, serial, topic } from '../../testing/outward-plant.ts'
import { plantId } from '../../testing/virtual-platform.ts'

const deviceInstance = 260_001
const device: Id = [8, deviceInstance]
const [binaryInput, multiStateValue, analogInput, multiStateInput] = [3, 19, 0, 13]
/** The first unit has the number 1. */
const lampFault = (lamp: number): Id => [binaryInput, 10_000 + lamp * 10]
const unitTest: Id = [multiStateValue, 10_000]
const names = { value: 85, flags: 111, reliability: 103, name: 77, list: 76, description: 28, text: 110 }

let outward: Awaited<ReturnType<typeof openOutward>>
let client: BacnetClient
afterEach(async () => {
  client.close()
  await outward.close()
})

const open = async (changes: Parameters<typeof openOutward>[0] = {}) => {
  outward = await openOutward({ bacnet: { host: '127.0.0.1', port: 0, deviceInstance }, ...changes })
  await expect.poll(() => outward.portOf('BACnet/IP')).toBeDefined()
  client = await new BacnetClient(outward.portOf('BACnet/IP') ?? 0).open()
}
const isFault = [false, true, false, false]
const isGood = [false, false, false, false]

it('answers those who look for a device or an object', async () => {
  await open()
  const heard = () => client.heard.map(({ service, tags }) => [service, ...tags.map(decode)])
  const iAm = [0, `8.${deviceInstance}`, 1476, 3, 65_535]
  client.unconfirmed(8)
  await expect.poll(heard).toEqual([iAm])
  client.unconfirmed(8, [...contextNumber(0, 1), ...contextNumber(1, 1000)])
  client.unconfirmed(8, [...contextNumber(0, deviceInstance), ...contextNumber(1, deviceInstance)])
  await expect.poll(heard).toEqual([iAm, iAm])
  const name = `${topic}.lamp-3.fault`
  client.unconfirmed(7, [0x3d, name.length + 1, 0, ...Buffer.from(name)])
  await expect.poll(() => heard().at(-1)).toEqual([1, `8.${deviceInstance}`, '3.10030', name])
  client.unconfirmed(7, [0x2c, 0, 0xc0, 0x27, 0x2e])
  await expect.poll(() => heard().at(-1)).toEqual([1, `8.${deviceInstance}`, '3.10030', name])
})

it('describes the device and each of its objects', async () => {
  await open()
  expect(await client.read(device, names.name)).toEqual([`vigilux-${plantId}`])
  expect(await client.read([8, 4_194_303], 75)).toEqual([`8.${deviceInstance}`])
  expect(await client.read(device, names.description)).toEqual(['Hospital'])
  const [length] = await client.read(device, names.list, 0)
  expect(length).toBe(1 + 12 + 2 * 15 + 22 * 10)
  expect(await client.read(device, names.list, 1)).toEqual([`8.${deviceInstance}`])
  const ids: string[] = []
  for (let index = 2; index <= Number(length); index++)
    ids.push(String((await client.read(device, names.list, index))[0]))
  expect(new Set(ids).size).toBe(ids.length)
  const objectNames = new Set<unknown>()
  for (const id of ids) {
    const found = await client.readSeveral(id.split('.').map(Number) as Id, [8])
    if (typeof found === 'string') throw new Error(`${id}: ${found}`)
    expect([...found.values()].filter((value) => typeof value === 'string')).toEqual([])
    expect(found.get(75)).toEqual([id])
    // The unit plans no autonomy test.
    const isKnown = !String(found.get(names.name)).includes('next-autonomy-test')
    if (!id.startsWith('8.')) expect(found.get(names.flags)).toEqual([isKnown ? isGood : isFault])
    objectNames.add(found.get(names.name)?.[0])
  }
  expect(objectNames.size).toBe(ids.length)
  expect(await client.read(lampFault(3), names.description)).toEqual(['Unit 0A1B2C, Corridor 3, Floor 1: Fault'])
  expect(await client.read([multiStateInput, 10_038], names.text, 7)).toEqual('error 1.31')
  expect(await client.read([multiStateInput, 10_030], names.text, 7)).toEqual(['unreachable'])
  expect(await client.read([analogInput, 10_030], names.value)).toEqual([100])
})

it('shows states, and marks an unknown value with its last known one', async () => {
  await open()
  const { platform } = outward
  platform.setLamp(topic, 3, { errors: ['battery_short'] })
  await expect.poll(() => client.read(lampFault(3), names.value)).toEqual([1])
  platform.setLamp(topic, 3, { mode: 'unreachable' })
  await expect.poll(() => client.read(lampFault(3), names.flags)).toEqual([isFault])
  expect(await client.read(lampFault(3), names.value)).toEqual([1])
  expect(await client.read(lampFault(3), names.reliability)).toEqual([12])
  expect(await client.read([binaryInput, 10_031], names.flags)).toEqual([isGood])
  expect(await client.read([analogInput, 0], names.value)).toEqual([22])
  platform.refusal = { code: 'STORAGE_UNAVAILABLE', status: 503 }
  platform.dropConnections()
  await expect.poll(() => client.read([analogInput, 0], names.flags)).toEqual([isFault])
})

it.each([
  ['an object that does not exist', [3, 10_210], 85, undefined, 'error 1.31'],
  ['another device', [8, 5], 77, undefined, 'error 1.31'],
  ['a property that the object lacks', lampFault(3), 117, undefined, 'error 2.32'],
  ['an element of what is no array', lampFault(3), 85, 1, 'error 2.50'],
  ['an element beyond the end', device, 76, 9_999, 'error 2.42'],
])('refuses to read %s', async (_, id, property, index, refusal) => {
  await open()
  expect(await client.read(id as Id, property, index)).toBe(refusal)
})

it('names each property that cannot be read among others, and refuses answers that do not fit', async () => {
  await open()
  const found = await client.readSeveral(lampFault(3), [85, 117])
  expect(found).toEqual(
    new Map<number, unknown>([
      [85, [0]],
      [117, 'error 2.32'],
    ]),
  )
  const gone = await client.readSeveral([3, 10_210], [85])
  expect(gone).toEqual(new Map([[85, 'error 1.31']]))
  expect(await client.read(device, names.list)).toHaveLength(263)
  // Short requests for much.
  expect(await client.readSeveral(device, Array(400).fill(8))).toBe('abort 4')
  expect(await client.readSeveral(lampFault(3), Array(400).fill(8))).toBe('abort 4')
  const answer = await client.confirmed(12, [0x0c, 0x02, 0x03, 0xf7, 0xa1, 0x19, 76], { accepts: 2 })
  expect(answer).toEqual({ kind: 'abort', reason: 4 })
})

it('refuses services that it lacks, requests in segments and broken ones', async () => {
  await open()
  expect(await client.confirmed(20, [])).toEqual({ kind: 'reject', reason: 9 })
  for (const data of [[], [0x0c, 0], [0x0c, 0, 0, 0, 1], [0x0c, 0, 0, 0, 1, 0x1d, 255], [0x91, 1]])
    expect(await client.confirmed(12, data)).toEqual({ kind: 'reject', reason: 4 })
  expect(await client.confirmed(14, [0x0c, 0, 0xc0, 0x27, 0x2e, 0x1e, 0x09])).toEqual({ kind: 'reject', reason: 4 })
  const segmented = client.confirmed(0, [12, 0x0c], { first: 0x08 })
  expect(await segmented).toEqual({ kind: 'abort', reason: 4 })
  for (const rubbish of ['', '81', '810a0004', '810a00060100', '810b0005ff', '820a000a01040005010c', '810a00ff0104'])
    client.sendRaw(Buffer.from(rubbish, 'hex'))
  client.sendRaw(Buffer.alloc(1_600, 0x81))
  expect(await client.read(lampFault(3), names.value)).toEqual([0])
})

it('refuses foreign devices, and answers through routers', async () => {
  await open()
  client.sendRaw(Buffer.from('8105000600ff', 'hex'))
  await expect.poll(() => client.datagrams.at(-1)?.bytes.toString('hex')).toBe('810000060030')
  // Network 7, address 0x0a.
  client.send([0x10, 8], [1, 0x08, 0, 7, 1, 0x0a])
  await expect.poll(() => client.heard.length).toBe(1)
  expect(client.datagrams.at(-1)?.bytes.subarray(4, 11).toString('hex')).toBe('01200007010aff')
})

it('refuses to write what is read-only, and everything while commands are off', async () => {
  await open()
  const unsigned = (value: number) => [0x21, value]
  expect(await client.write(lampFault(3), names.value, [0x91, 1])).toBe('error 2.40')
  expect(await client.write(device, names.name, [0x75, 2, 0, 65])).toBe('error 2.40')
  expect(await client.write(unitTest, names.description, [0x75, 2, 0, 65])).toBe('error 2.40')
  expect(await client.write(unitTest, names.value, unsigned(2))).toBe('error 2.40')
  expect(await client.write(unitTest, 9_999, unsigned(2))).toBe('error 2.32')
  expect(outward.platform.calls.some(({ action }) => action === 'ftest')).toBe(false)
})

it('starts and stops tests where the token may', async () => {
  await open({ commands: true })
  const { platform } = outward
  const write = (value: readonly number[]) => client.write(unitTest, names.value, value)
  expect(await write([0x21, 2])).toBe('error 2.40')
  platform.mayOperate = true
  expect(await write([0x21, 2])).toBe('ack')
  await expect.poll(() => client.read(unitTest, names.value)).toEqual([2])
  expect(await write([0x21, 3])).toBe('error 0.25')
  expect(await write([0x21, 4])).toBe('error 2.37')
  expect(await write([0x21, 0])).toBe('error 2.37')
  expect(await write([0x44, 0, 0, 0, 0])).toBe('error 2.9')
  expect(await write([0x00])).toBe('error 2.9')
  expect(await write([0x21, 1])).toBe('ack')
  await expect.poll(() => client.read(unitTest, names.value)).toEqual([1])
})

it('notifies of changes of value, of flags alone, and of the end', async () => {
  await open()
  const { platform } = outward
  const seen = () => client.notifications.map(({ object, value, flags }) => [object, value, flags])
  expect(await client.subscribe(lampFault(3))).toBe('ack')
  await expect.poll(seen).toEqual([['3.10030', 0, isGood]])
  platform.setLamp(topic, 4, { errors: ['charger'] })
  platform.setLamp(topic, 3, { errors: ['battery_short'] })
  await expect.poll(seen).toHaveLength(2)
  platform.setLamp(topic, 3, { mode: 'unreachable' })
  await expect
    .poll(() => seen().slice(1))
    .toEqual([
      ['3.10030', 1, isGood],
      ['3.10030', 1, isFault],
    ])
  expect(await client.read(device, 152)).not.toEqual([])
  platform.setLamp(topic, 3, { mode: 'normal' })
  await expect.poll(seen).toHaveLength(4)
  platform.revoke()
  await expect.poll(() => seen().at(-1)).toEqual(['3.10030', 1, isFault])
  await expect.poll(outward.end).toBe('tokenEnded')
})

it('ends subscriptions that are cancelled, refused, or over', async () => {
  await open()
  const { platform } = outward
  expect(await client.subscribe(lampFault(3), { processId: 5, confirmed: true })).toBe('ack')
  expect(await client.subscribe(lampFault(4), { processId: 6, lifetimeS: 1 })).toBe('ack')
  await expect
    .poll(() => client.notifications.map(({ processId, isConfirmed }) => [processId, isConfirmed]))
    .toEqual([
      [5, true],
      [6, false],
    ])
  const listed = async () =>
    (await client.confirmed(12, [0x0c, 0x02, 0x03, 0xf7, 0xa1, 0x19, 152])) as { tags: { children: unknown[] }[] }
  await expect.poll(async () => (await listed()).tags.at(-1)?.children).toHaveLength(4)
  client.acknowledges = false
  platform.setLamp(topic, 3, { errors: ['charger'] })
  await expect.poll(() => client.unanswered).toHaveLength(1)
  client.send([0x50, client.unanswered[0] ?? 0, 1, 0x91, 5, 0x91, 0], [1, 0])
  await expect.poll(async () => (await listed()).tags.at(-1)?.children).toHaveLength(0)
  client.acknowledges = true
  expect(await client.subscribe(lampFault(3))).toBe('ack')
  expect(await client.cancel(lampFault(3))).toBe('ack')
  expect((await listed()).tags.at(-1)?.children).toHaveLength(0)
  expect(await client.subscribe(device)).toBe('error 5.43')
  expect(await client.subscribe([3, 10_210])).toBe('error 1.31')
})

it('forgets objects with their lamps, and says that its objects changed', async () => {
  await open()
  const { platform } = outward
  const [revision] = await client.read(device, 155)
  expect(await client.subscribe(lampFault(20))).toBe('ack')
  platform.removeUnit(serial)
  await expect.poll(() => client.read(lampFault(20), names.value)).toBe('error 1.31')
  await expect.poll(async () => Number((await client.read(device, 155))[0])).toBeGreaterThanOrEqual(Number(revision))
  expect(await client.read(device, names.list, 0)).toEqual([1 + 12 + 15 + 20])
})

it('answers only clients that are allowed', async () => {
  const allowed = new BlockList()
  allowed.addAddress('192.0.2.1')
  await open({ allowed })
  client.unconfirmed(8)
  const other = await openOutward({ bacnet: { host: '127.0.0.1', port: 0, deviceInstance } })
  await expect.poll(() => other.portOf('BACnet/IP')).toBeDefined()
  const second = await new BacnetClient(other.portOf('BACnet/IP') ?? 0).open()
  second.unconfirmed(8)
  await expect.poll(() => second.heard.length).toBe(1)
  expect(client.heard).toEqual([])
  second.close()
  await other.close()
})
