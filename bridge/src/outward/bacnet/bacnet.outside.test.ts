import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { BacnetClient, type Datagram, type Id } from '../../testing/bacnet-client.ts'
import { openOutward, topic } from '../../testing/outward-plant.ts'

/** Each datagram of the device is read by Wireshark, whose decoder is not ours. */

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'vigilux-bacnet-'))
let outward: Awaited<ReturnType<typeof openOutward>>
let client: BacnetClient
afterEach(async () => {
  client.close()
  await outward.close()
  rmSync(folder, { recursive: true })
})

const bacnetPort = 47_808
const clientPort = 50_000
const rawIp = 101

/** An IPv4 packet with UDP, as a capture has it. */
const ipPacket = ({ isRequest, bytes }: Datagram): Buffer => {
  const packet = Buffer.alloc(28 + bytes.length)
  packet.writeUInt16BE(0x4500, 0)
  packet.writeUInt16BE(packet.length, 2)
  packet.writeUInt16BE(0x4011, 8)
  packet.set(isRequest ? [192, 0, 2, 10, 192, 0, 2, 20] : [192, 0, 2, 20, 192, 0, 2, 10], 12)
  packet.writeUInt16BE(isRequest ? clientPort : bacnetPort, 20)
  packet.writeUInt16BE(isRequest ? bacnetPort : clientPort, 22)
  packet.writeUInt16BE(8 + bytes.length, 24)
  bytes.copy(packet, 28)
  return packet
}

const writeCapture = (path: string, datagrams: readonly Datagram[]): void => {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(rawIp, 20)
  const frames = datagrams.flatMap((datagram, second) => {
    const packet = ipPacket(datagram)
    const frame = Buffer.alloc(16)
    frame.writeUInt32LE(second, 0)
    frame.writeUInt32LE(packet.length, 8)
    frame.writeUInt32LE(packet.length, 12)
    return [frame, packet]
  })
  writeFileSync(path, Buffer.concat([head, ...frames]))
}

type Frame = { source: string; info: string; isMalformed: boolean; severity: number; error: string }
const errorFields = ['bacapp.error_class', 'bacapp.error_code']

const dissect = async (datagrams: readonly Datagram[]): Promise<Frame[]> => {
  const path = join(folder, 'bacnet.pcap')
  writeCapture(path, datagrams)
  const names = ['ip.src', '_ws.col.Info', '_ws.malformed', '_ws.expert.severity', ...errorFields]
  const fields = names.flatMap((name) => ['-e', name])
  const { stdout } = await run('tshark', ['-r', path, '-T', 'fields', '-E', 'separator=|', ...fields])
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [source = '', info = '', malformed = '', severity = '', ...error] = line.split('|')
      return {
        source,
        info,
        isMalformed: malformed !== '',
        severity: Math.max(0, ...severity.split(',').map(Number)),
        error: error.join('.'),
      }
    })
}
/** Severity of Wireshark: errors, not mere remarks. */
const warning = 0x600000

it('each answer and notification is read as what it is', async () => {
  const deviceInstance = 260_001
  outward = await openOutward({ bacnet: { host: '127.0.0.1', port: 0, deviceInstance } })
  await expect.poll(() => outward.portOf('BACnet/IP')).toBeDefined()
  client = await new BacnetClient(outward.portOf('BACnet/IP') ?? 0).open()
  const device: Id = [8, deviceInstance]
  const fault: Id = [3, 10_030]
  client.unconfirmed(8)
  await expect.poll(() => client.heard.length).toBe(1)
  const name = `${topic}.lamp-3.fault`
  client.unconfirmed(7, [0x3d, name.length + 1, 0, ...Buffer.from(name)])
  await expect.poll(() => client.heard.length).toBe(2)
  for (const id of [fault, [0, 10_030], [13, 10_030], [19, 10_000], [0, 0]] satisfies Id[])
    expect(await client.readSeveral(id, [8])).toBeInstanceOf(Map)
  for (const property of [62, 76, 96, 97, 107, 112, 120, 121, 139, 155]) await client.read(device, property)
  await client.read(device, 76, 0)
  await client.read(fault, 117)
  await client.write(fault, 85, [0x91, 1])
  await client.confirmed(20, [])
  await client.confirmed(12, [0x0c, 0x02, 0x03, 0xf7, 0xa1, 0x19, 76], { accepts: 0 })
  await client.subscribe(fault, { lifetimeS: 300 })
  await client.subscribe([0, 10_030], { confirmed: true, lifetimeS: 300 })
  await expect.poll(() => client.notifications.length).toBe(2)
  await client.read(device, 152)
  outward.platform.setLamp(topic, 3, { errors: ['battery_short'], battery: 40 })
  await expect.poll(() => client.notifications.length).toBe(4)
  const frames = await dissect(client.datagrams)
  expect(frames).toHaveLength(client.datagrams.length)
  const ours = frames.filter(({ source }) => source === '192.0.2.20')
  expect(ours.filter(({ isMalformed, severity }) => isMalformed || severity >= warning)).toEqual([])
  const infos = ours.map(({ info }) =>
    info
      .replace(/\[ *\d+\]/, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  const includes = (pattern: RegExp) => expect(infos.filter((info) => pattern.test(info)).length, `${pattern}`)
  includes(/^Unconfirmed-REQ i-Am device,260001/).toBe(1)
  includes(/^Unconfirmed-REQ i-Have device,260001 binary-input,10030/).toBe(1)
  includes(/^Complex-ACK readPropertyMultiple/).toBe(5)
  includes(/^Complex-ACK readProperty ?device,260001/).toBe(12)
  includes(/^Error readProperty$/).toBe(1)
  includes(/^Error writeProperty$/).toBe(1)
  includes(/^Reject unrecognized-service/).toBe(1)
  includes(/^Abort segmentation-not-supported/).toBe(1)
  includes(/^Simple-ACK subscribeCOV/).toBe(2)
  includes(
    /^Unconfirmed-REQ unconfirmedCOVNotification device,260001 binary-input,10030 present-value status-flags/,
  ).toBe(2)
  includes(/^Confirmed-REQ confirmedCOVNotification ?device,260001 analog-input,10030 present-value status-flags/).toBe(
    2,
  )
  const refusals = ours.filter(({ info }) => info.startsWith('Error')).map(({ error }) => error)
  // Unknown property, and write access denied, of the class "property".
  expect(refusals).toEqual(['2.32', '2.40'])
})
