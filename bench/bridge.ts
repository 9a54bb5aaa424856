import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { openObservedBroker } from '../e2e/conformance/observed-broker.ts'
import { pollUntil } from '../e2e/support/api-client.ts'
import { createBridgeProcess } from '../e2e/support/bridge-process.ts'
import { machineClock } from '../simulator/src/dali-bus/bus-clock.ts'
import type { DaliBus } from '../simulator/src/dali-bus/dali-bus.ts'
import type { Traffic } from '../simulator/src/dali-bus/frames.ts'
import { LunatoneGateway } from '../simulator/src/dali-bus/lunatone-gateway.ts'
import { createLine } from '../simulator/src/dali-bus/virtual-line.ts'
import { type Figure, figureOf } from './measure.ts'

const gears = 64
const rounds = 3
const unit = 'dali_0A1B2C'
const factoryKey = 'the-factory-key-of-this-bench-is-long'

type Frame = Extract<Traffic, { kind: 'forward' }>

/** Address byte and opcode of the first question to gear 0 in each round: its emergency mode. */
const opensRound = ({ frame: { data } }: Frame): boolean => data[0] === 0x01 && data[1] === 0xfa

/** Frames of the last rounds, each from its first question to the next round's. */
const findRounds = (frames: readonly Frame[]): Frame[][] => {
  const starts = frames.flatMap((frame, at) => (opensRound(frame) ? [at] : [])).slice(-rounds - 1)
  return starts.slice(0, -1).map((start, n) => frames.slice(start, starts[n + 1]))
}

const secondsOf = (round: readonly Frame[], next: Frame | undefined): number =>
  ((next?.at ?? 0) - (round[0]?.at ?? 0)) / 1_000

/** Seconds of the bus for these frames back to back. Frames after a device type continue its transaction. */
const sendBackToBack = async (bus: DaliBus, round: readonly Frame[]): Promise<number> => {
  const startedAt = performance.now()
  let isContinued = false
  for (const { frame } of round) {
    await bus.send(frame, isContinued ? 1 : 5, 'bench')
    isContinued = frame.data[0] === 0xc1
  }
  return (performance.now() - startedAt) / 1_000
}

/** The bridge in its own process in front of a full line, in real time. */
export const benchBridge = async (): Promise<Figure[]> => {
  const { bus } = createLine({ clock: machineClock, seed: 1, gears, unaddressed: 0, life: () => machineClock.now() })
  const frames: Frame[] = []
  bus.listen((traffic) => void (traffic.kind === 'forward' && frames.push(traffic)))
  const gateway = new LunatoneGateway({ lines: [bus], clock: machineClock })
  const gatewayPort = await gateway.listen()
  const broker = await openObservedBroker(unit, factoryKey, 0)
  const bridge = createBridgeProcess()
  try {
    await bridge.start({
      gatewayPort,
      platform: `mqtt://127.0.0.1:${broker.port}`,
      unit,
      password: unitPassword(factoryKey, unit),
      isEnrolled: true,
    })
    // The first start belongs to the scan and to the first reading.
    const isMeasured = () => frames.filter(opensRound).length >= rounds + 3
    await pollUntil('rounds of the bridge', async () => isMeasured(), 900_000)
    const memoryMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bridge.pid()}/status`, 'utf8'))?.[1]) / 1_024
    await bridge.kill()
    await pause(1_000)
    const measured = findRounds(frames)
    const lastFrame = frames.findLast(opensRound)
    const ours = measured.map((round, n) => secondsOf(round, measured[n + 1]?.[0] ?? lastFrame))
    const limits: number[] = []
    // Polling leaves half of the bus to others.
    for (const round of measured) limits.push(2 * (await sendBackToBack(bus, round)))
    return [
      figureOf(`poll round of ${gears} gears on a line`, 's', ours, {
        values: limits,
        what: 'twice the same frames back to back: half of the bus stays free',
      }),
      {
        name: 'memory of the bridge',
        value: memoryMiB,
        unit: 'MiB',
        limit: { value: 120, what: 'the most that it may use' },
      },
    ]
  } finally {
    await bridge.close()
    await gateway.close()
    await broker.close()
  }
}
