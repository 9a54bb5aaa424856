import { isDeepStrictEqual } from 'node:util'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { AckMessage, CommandMessage, RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { UnitClock } from '../../simulator/src/core/clock.ts'
import { readOrder } from '../../simulator/src/core/command-receiver.ts'
import { lampsOf, type VirtualLamp } from '../../simulator/src/core/lamp.ts'
import { randomOf } from '../../simulator/src/core/random.ts'
import type { Order, UnitEvent, UnitFace } from '../../simulator/src/core/unit-wire.ts'
import { unitWireOf } from '../../simulator/src/unit-wires.ts'
import { type Execution, type FaultNote, openJournal, type TestNote } from './journal.ts'
import { openUnitLine } from './unit-line.ts'
import { applyFault, numberOf, restoreMemory } from './unit-memory.ts'

/** A unit of the estate, also read by the server's demo data. */
export type LedgerUnit = { type: string; serial: string; lamps: number; seed: number }
export type LedgerUnitOptions = LedgerUnit & { journalPath: string; brokerUrl: string; factoryKey: string }

/** The protocol requires a minute, which is too long for a round. */
const resendMs = 2_000
const birthMs = 15_000
const lampTestMs = 120
const recordMs = 200

type Outcome = Pick<Execution, 'state' | 'code'>
const done: Outcome = { state: 'done' }

/** Lamp faults without further consequences. */
const plainFaults: readonly ReportedLampError[] = ['lamp_failure', 'charger', 'led_open', 'battery_short', 'polarity']

/** The note about an event, stored with its record. */
const noteOf = (event: UnitEvent): TestNote | undefined => {
  if (event.kind === 'testStarted') return { testId: event.testId, lamps: event.lamps }
  if (event.kind === 'testResult') return { testId: event.testId, lamp: event.lamp.addr }
  return event.kind === 'testEnded' ? { testId: event.testId, isOver: true } : undefined
}

const lampFaultNote = (event: UnitEvent): FaultNote | undefined =>
  event.kind === 'lampFault' ? { lamp: event.lamp.addr, fault: event.fault, isCleared: event.isCleared } : undefined

/**
 * A unit with a journal of its reports, acknowledgements and actions, written before anybody learns of them: a kill at
 * any moment loses and repeats nothing.
 */
export const openLedgerUnit = ({ type, serial, seed, journalPath, ...options }: LedgerUnitOptions) => {
  const unit = unitId(type, serial)
  const wire = unitWireOf(type)
  const random = randomOf(seed)
  const faults = plainFaults.filter((fault) => wire.lampFaults.includes(fault))
  const lamps = lampsOf(options.lamps, randomOf(seed))
  for (const [at, lamp] of lamps.entries()) Object.assign(lamp, { addr: at + 1, kind: 'emergency' })
  const journal = openJournal(journalPath)
  const memory = restoreMemory(journal.entries)
  const { life, waitingRecords, executions } = memory
  const boot = memory.boot + 1
  const clock = new UnitClock(memory.aheadMs / 1000)
  const next = { record: 0, state: 0, shadow: 0 }
  let isTalking = false
  journal.add({ kind: 'boot', life, boot })

  const unitFace = (): UnitFace => ({
    onBattery: false,
    faults: new Set(),
    warnings: new Set(),
    lampsConfigured: lamps.length,
    utcOffsetMin: 60,
    network: { state: 'complete', plantCode: 1, found: lamps.length, expected: lamps.length },
  })
  const numbers = () => ({ life, boot, at: clock.reportedTime() })
  const sendState = (lamps: readonly VirtualLamp[], shadowParts: { lampList?: number[] } = {}): void => {
    const readings = lamps.map((lamp) => ({
      lamp: { ...lamp, faults: [...(memory.faults.get(lamp.addr) ?? [])] },
      charge: 1,
      level: 100,
      isBlinking: false,
    }))
    line.publish('state', {
      ...numbers(),
      seq: next.state++,
      body: wire.writeState(unitFace(), readings),
      ...shadowParts,
    })
  }
  const sendAll = (): void => {
    line.publish('shadow', { ...numbers(), seq: next.shadow++, body: wire.writeShadow(unitFace()) }, true)
    sendState(lamps, { lampList: lamps.map(({ addr }) => addr) })
  }
  const sendWaiting = (): void => {
    for (const record of waitingRecords.values()) line.publish('record', record)
  }

  const addRecord = (event: UnitEvent, execution?: Execution): void => {
    const record: RecordMessage = { ...numbers(), seq: next.record++, ...wire.writeRecord(event) }
    const [test, fault] = [noteOf(event), lampFaultNote(event)]
    journal.add({
      kind: 'record',
      record,
      ...(test && { test }),
      ...(fault && { fault }),
      ...(execution && { execution }),
    })
    if (fault) applyFault(memory.faults, fault)
    waitingRecords.set(numberOf(record.boot, record.seq), record)
    line.publish('record', record)
  }
  const lampAt = (addr: number | undefined): VirtualLamp | undefined => lamps.find((lamp) => lamp.addr === addr)
  const continueTest = (): void => {
    if (!memory.test) return
    const { testId, remainingAddrs: untestedAddrs } = memory.test
    const lamp = lampAt(untestedAddrs.shift())
    if (!lamp) memory.test = null
    addRecord(
      lamp
        ? { kind: 'testResult', testId, test: 'functional', lamp, result: 'passed', reason: 'none', seconds: 30 }
        : { kind: 'testEnded', testId, outcome: 'finished' },
    )
  }
  const sendStates = (): void => {
    if (!isTalking) return
    const lamp = lampAt(random.whole(1, lamps.length))
    const fault = faults[random.whole(0, faults.length - 1)]
    if (!lamp || !fault) return
    addRecord({ kind: 'lampFault', lamp, fault, isCleared: memory.faults.get(lamp.addr)?.has(fault) ?? false })
    sendState([lamp])
  }

  /** Executes a command and writes it down at once; a test shares its line with its first record. */
  const execute = (order: Order | string, { id, name, body }: CommandMessage): Execution => {
    const finish = (outcome: Outcome, timing: { aheadMs?: number } = {}): Execution => {
      const execution = { id, name, body, ...outcome }
      journal.add({ kind: 'executed', execution, ...timing })
      return execution
    }
    if (typeof order === 'string') return finish({ state: 'refused', code: order })
    if (order.name === 'setClock') {
      clock.set(Date.parse(order.at))
      return finish(done, { aheadMs: clock.aheadS * 1000 })
    }
    if (order.name === 'refresh') {
      sendAll()
      sendWaiting()
    }
    if (order.name !== 'ftest') return finish(done)
    if (memory.test) return finish({ state: 'refused', code: 'TEST_RUNNING' })
    const { testId, test, lamps: orderedLamps } = order
    const untestedAddrs = lamps
      .map(({ addr }) => addr)
      .filter((addr) => orderedLamps === 'all' || orderedLamps.includes(addr))
    const execution = { id, name, body, ...done }
    memory.test = { testId, remainingAddrs: [...untestedAddrs] }
    addRecord({ kind: 'testStarted', testId, test, trigger: 'user', lamps: untestedAddrs }, execution)
    return execution
  }
  const onCommand = (command: CommandMessage): void => {
    const { id, name, body, exp } = command
    const earlier = executions.get(id)
    if (earlier && !isDeepStrictEqual([earlier.name, earlier.body], [name, body]))
      journal.add({ kind: 'fault', what: `the command ${id} came again as ${name} ${JSON.stringify(body)}` })
    if (name !== 'setClock' && Date.parse(exp) < clock.now()) return
    const { state, code } = earlier ?? execute(readOrder(wire, name, body), command)
    if (!earlier) executions.set(id, { id, name, body, state, ...(code && { code }) })
    line.publish('response', { life, id, state, ...(code && { code }) })
  }
  const onAck = (ack: AckMessage): void => {
    if (ack.life !== life) return
    journal.add({ kind: 'acked', records: ack.records })
    for (const [ofBoot, seq] of ack.records) waitingRecords.delete(numberOf(ofBoot, seq))
  }
  const onConnected = (): void => {
    sendAll()
    sendWaiting()
  }
  const readUnitClock = () => clock.reportedTime()
  const line = openUnitLine({ ...options, unit, life, boot, readClock: readUnitClock, onConnected, onCommand, onAck })

  line.connect()
  setInterval(sendWaiting, resendMs)
  setInterval(line.sendBirth, birthMs)
  setInterval(continueTest, lampTestMs)
  setInterval(sendStates, recordMs)
  return {
    /** Starts or stops the creation of records. */
    setTalking(talks: boolean): void {
      isTalking = talks
    },
  }
}
