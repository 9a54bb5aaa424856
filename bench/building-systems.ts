import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BacnetClient, type Id } from '../bridge/src/testing/bacnet-client.ts'
import { createLamp, createUnit, plantId, token, VirtualPlatform } from '../bridge/src/testing/virtual-platform.ts'
import { pollUntil } from '../e2e/support/api-client.ts'
import { type Figure, percentile } from './measure.ts'

const lampCount = 300
const topic = 'logica_0A1B2C'
const seconds = 60
const readsPerSecond = 1_000
const turnMs = 10
const readsPerTurn = (readsPerSecond * turnMs) / 1_000
/** A lamp changes each tenth of a second. */
const turnsPerChange = 10

const bridgeArgs = [
  '--optimize-for-size',
  '--max-semi-space-size=2',
  '--v8-pool-size=1',
  'bridge/src/main.ts',
  'outward',
]

const openPlatform = async (): Promise<VirtualPlatform> => {
  const platform = await new VirtualPlatform().open()
  platform.units = [createUnit('0A1B2C')]
  platform.lamps = Array.from({ length: lampCount }, (_, at) => createLamp(topic, at + 1))
  return platform
}

/** The bridge in its own process, started as its service starts it. */
const startBridge = async (server: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-bench-outward-'))
  const args = ['--server', server, '--plant', plantId, '--state', folder, '--modbus', '0', '--bacnet', '0']
  const child = spawn(process.execPath, [...bridgeArgs, ...args, '--bacnet-device', '1'], {
    env: { ...process.env, OUTWARD_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text) => {
    printed += String(text)
  })
  const portOf = (name: string) =>
    pollUntil(name, () => Number(new RegExp(`"${name}","address":"[\\d.]+:(\\d+)"`).exec(printed)?.[1]))
  return {
    modbusPort: await portOf('Modbus TCP'),
    bacnetPort: await portOf('BACnet/IP'),
    peakMiB: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Reads a block of ten lamps over one connection. */
const createModbusReader = (socket: Socket) => {
  const waiting: (() => void)[] = []
  let missing = 0
  socket.on('data', (data: Buffer) => {
    for (let rest = data; rest.length > 0; ) {
      if (missing === 0) missing = 6 + rest.readUInt16BE(4)
      const taken = Math.min(missing, rest.length)
      missing -= taken
      rest = rest.subarray(taken)
      if (missing === 0) waiting.shift()?.()
    }
  })
  return (lamp: number): Promise<void> => {
    const request = Buffer.from([0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, 120])
    request.writeUInt16BE(1_000 + 16 * Math.min(lamp, lampCount - 10), 8)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    socket.write(request)
    return promise
  }
}

const presentValue = 85
const faultOf = (lamp: number): Id => [3, 10_000 + 10 * (1 + (lamp % lampCount))]

/** 1,000 reads a second for a minute, half over each protocol, while lamps change and each fault is subscribed. */
export const benchBuildingSystems = async (): Promise<Figure[]> => {
  const platform = await openPlatform()
  const bridge = await startBridge(platform.url)
  const client = await new BacnetClient(bridge.bacnetPort).open()
  const socket = connect(bridge.modbusPort, '127.0.0.1')
  try {
    await once(socket, 'connect')
    const readModbus = createModbusReader(socket)
    for (let lamp = 0; lamp < lampCount; lamp++) await client.subscribe(faultOf(lamp))
    const times: number[] = []
    const timed = async (read: Promise<unknown>) => {
      const startedAt = performance.now()
      await read
      times.push(performance.now() - startedAt)
    }
    let turn = 0
    const turns = (seconds * 1_000) / turnMs
    const reads: Promise<void>[] = []
    const { promise: sentAll, resolve } = Promise.withResolvers<void>()
    const takeTurns = () => {
      const due = Math.min(turns, Math.floor((performance.now() - begunAt) / turnMs))
      for (; turn < due; turn++) {
        for (let n = 0; n < readsPerTurn / 2; n++) {
          reads.push(timed(client.read(faultOf(turn + n), presentValue)), timed(readModbus((turn + n) % lampCount)))
        }
        const lamp = 1 + ((turn / turnsPerChange) % lampCount)
        if (turn % turnsPerChange === 0) platform.setLamp(topic, lamp, { errors: turn % 20 === 0 ? ['charger'] : [] })
      }
      client.datagrams.length = 0
      if (turn >= turns) resolve()
    }
    const begunAt = performance.now()
    const timer = setInterval(takeTurns, turnMs)
    await sentAll
    clearInterval(timer)
    await Promise.all(reads)
    return [
      {
        name: `a read of a building system, ${readsPerSecond} a second for ${seconds} s, p99`,
        value: percentile(times, 0.99),
        unit: 'ms',
        limit: { value: 50, what: 'the most that it may take' },
        note: `${times.length} reads of ${lampCount} lamps, ${client.notifications.length} notifications`,
      },
      {
        name: 'memory of the bridge to building systems, its peak',
        value: bridge.peakMiB(),
        unit: 'MiB',
        limit: { value: 150, what: 'the most that it may use' },
      },
    ]
  } finally {
    socket.destroy()
    client.close()
    await bridge.stop()
    await platform.vanish()
  }
}
