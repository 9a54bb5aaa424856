import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportedLamp, ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import { dali } from '@vigilux/device-plane/central-units/dali/codec.ts'
import type {
  NumberedLampDetail,
  RecordMessage,
  ResponseMessage,
  TelemetryMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { recordMessage, shadowMessage, stateMessage, telemetryMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { UpChannel } from '@vigilux/device-plane/topics.ts'
import { DaliBus } from '@vigilux/simulator/dali-bus/dali-bus.ts'
import type { VirtualGear } from '@vigilux/simulator/dali-bus/virtual-gear.ts'
import { ManualClock } from '@vigilux/simulator/testing/manual-clock.ts'
import type { Clock } from '../clock.ts'
import { Journal } from '../platform/journal.ts'
import { MomentStore } from '../platform/moment-store.ts'
import type { Link } from '../platform/platform-link.ts'
import { type BridgeState, factoryState } from '../unit/bridge-state.ts'
import { DaliUnit } from '../unit/dali-unit.ts'
import { BusGateway } from './bus-gateway.ts'

const startsAt = Date.parse('2026-11-30T00:00:00Z')

/** The unit as the platform has read it. Every message is decoded as the platform does. */
class Platform {
  isOnline = true
  acknowledges = true
  readonly lamps = new Map<number, ReportedLamp>()
  readonly details = new Map<number, NumberedLampDetail>()
  readonly records: (ReportedRecord & { number: string; at: string })[] = []
  readonly responses: ResponseMessage[] = []
  unit: ReturnType<typeof dali.decodeState>['unit'] = null
  detail: ReturnType<typeof shadowMessage.parse>['detail'] | null = null
  list: readonly number[] = []
  readonly odd: unknown[] = []
  readonly telemetry: TelemetryMessage[] = []
  states = 0
  readonly #numbers = new Set<string>()

  receive(channel: UpChannel, payload: string): RecordMessage | null {
    const content: unknown = JSON.parse(payload)
    if (channel === 'shadow') {
      const message = shadowMessage.parse(content)
      dali.decodeShadow(message.body)
      this.detail = message.detail ?? this.detail
    } else if (channel === 'state') this.#receiveState(stateMessage.parse(content))
    else if (channel === 'telemetry') this.telemetry.push(telemetryMessage.parse(content))
    else if (channel === 'response') this.responses.push(content as ResponseMessage)
    else if (channel === 'record') return this.#receiveRecord(recordMessage.parse(content))
    return null
  }

  #receiveState({ body, lampDetail = [], lampList }: ReturnType<typeof stateMessage.parse>): void {
    this.states++
    const { unit, lamps, odd } = dali.decodeState(body)
    this.unit = unit ?? this.unit
    for (const lamp of lamps) this.lamps.set(lamp.addr, lamp)
    for (const detail of lampDetail) this.details.set(detail.addr, detail)
    this.list = lampList ?? this.list
    this.odd.push(...odd)
  }

  #receiveRecord(message: RecordMessage): RecordMessage {
    const number = `${message.boot}:${message.seq}`
    if (!this.#numbers.has(number))
      this.records.push({ ...dali.decodeRecord(message.kind, message.body), number, at: message.at })
    this.#numbers.add(number)
    return message
  }
}

/** A bridge with virtual lines below and a platform above, on a clock driven by the test. */
export const openVirtualUnit = (lineGears: readonly VirtualGear[][], { testSpreadS = 1, duty = 0.5 } = {}) => {
  const clock = new ManualClock()
  const buses = lineGears.map((gears) => new DaliBus(clock, gears))
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-bridge-'))
  const platform = new Platform()
  let process = openProcess()

  function openProcess() {
    const gateway = new BusGateway(buses)
    const journal = new Journal<BridgeState>({ folder, initial: factoryState() })
    let isDead = false
    // A killed process does nothing any more.
    const ownClock: Clock = {
      now: () => clock.now(),
      after: (ms, run) => clock.after(ms, () => void (isDead || run())),
    }
    const linkOf = (): Link => ({
      get isConnected() {
        return platform.isOnline && !isDead
      },
      connect: () => undefined,
      restart: () => undefined,
      sayOnline: () => undefined,
      publish: (channel, payload) => {
        if (isDead || !platform.isOnline) return
        const record = platform.receive(channel, payload)
        if (record && platform.acknowledges) journal.acknowledge({ records: [[record.boot, record.seq]] })
      },
      close: async () => undefined,
    })
    const unit = new DaliUnit({
      clock: ownClock,
      gateway,
      journal,
      moments: new MomentStore(join(folder, 'moments')),
      link: linkOf,
      testSpreadS,
      duty,
      machineNow: () => startsAt + clock.now(),
    })
    unit.start()
    unit.connected()
    return {
      unit,
      gateway,
      journal,
      kill: () => {
        isDead = true
        gateway.close()
        for (const line of unit.lines) line.close()
      },
    }
  }

  const answerTo = (id: string) => platform.responses.findLast((response) => response.id === id)
  /** Sends a command, and waits for the end of its answers. */
  const command = async (name: string, body: object = {}) => {
    const id = randomUUID()
    const exp = new Date(process.unit.time.now() + 60_000).toISOString()
    const receiving = process.unit.desk.receive({ id, name, attempt: 1, exp, body })
    await clock.until(receiving)
    const { state, code } = answerTo(id) ?? { state: 'none' }
    return code ?? state
  }

  return {
    clock,
    buses,
    platform,
    command,
    unit: () => process.unit,
    gateway: () => process.gateway,
    journal: () => process.journal,
    /** Ends the process as a kill does, and starts another on the same folder. */
    restart: () => {
      process.kill()
      process = openProcess()
    },
    enrol: async () => {
      const id = randomUUID()
      const exp = new Date(process.unit.time.now() + 60_000).toISOString()
      const receiving = process.unit.desk.receive({ id, name: 'enrol', attempt: 1, exp, body: { w: 60 } })
      await clock.advance(1_000)
      process.unit.press(['SEL', 'OK'])
      await clock.until(receiving)
      return answerTo(id)?.state
    },
    /** Scans all lines and reads all gear once. */
    scan: async () => {
      const state = await command('createNetwork')
      while (process.unit.lines.some((line) => process.unit.scans.isBusy(line))) await clock.advance(5_000)
      await clock.advance(90_000)
      return state
    },
    close: async () => {
      process.kill()
      await process.unit.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type VirtualUnit = ReturnType<typeof openVirtualUnit>
