import { diffDevices } from '@vigilux/contract/features/bluetooth/bluetooth-entry.rules.ts'
import { type BluetoothEntryKind, maxChangesPerHour } from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import type { BluetoothDevice } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { hasEnded } from '@vigilux/contract/features/commands/command.rules.ts'
import type { TestResultValue } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { ShadowUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { finisher, type Work } from '../../kernel/work.ts'
import { judgeRecordTimes, listUnitsById } from '../central-units/index.ts'
import { abandonedCommands, type CommandListener, type CommandListeners, type CommandRow } from '../commands/index.ts'
import {
  addBluetoothEntries,
  addLinkEntries,
  type BluetoothEntryDraft,
  countChangesSince,
} from './bluetooth-entries.store.ts'
import { gatewayTypes, isGatewayType } from './gateway-types.ts'

const broadcastLogbook = (work: Work, plants: readonly string[]): void => {
  for (const plantId of plants) work.broadcast({ plant: plantId }, 'bleLogbook', { plant_id: plantId })
}

const recordEntries = async (work: Work, entries: readonly BluetoothEntryDraft[]) =>
  broadcastLogbook(work, await addBluetoothEntries(work.tx, entries))

/** The gateways of some messages. */
const gatewaysOf = ({ work, units }: ListenerContext, updates: readonly { unit: string }[]): EnrolledUnit[] =>
  [...new Set(updates.map(({ unit }) => unit))].flatMap((unit) => {
    const row = units.get(unit)
    return row && isGatewayType(work.ports, row.cuType) ? [row] : []
  })

type ReportedDevices = { boot: number; seq: number; devices: readonly BluetoothDevice[] }

const isNewer = (update: ShadowUpdate, reported: ReportedDevices): boolean =>
  update.boot > reported.boot || (update.boot === reported.boot && update.seq > reported.seq)

/** Changes in the reports of one gateway, each report compared with the previous one. */
const entriesOf = (
  row: EnrolledUnit,
  before: ReportedDevices,
  updates: readonly ShadowUpdate[],
  at: Date,
): BluetoothEntryDraft[] => {
  const entries: BluetoothEntryDraft[] = []
  let reported = before
  for (const update of updates) {
    if (!isNewer(update, reported)) continue
    const devices = update.detail?.bluetooth ?? reported.devices
    for (const { kind, device } of diffDevices(reported.devices, devices))
      entries.push({
        plantId: row.plantId,
        unit: row.unit,
        kind,
        at,
        source: `shadow ${update.life} ${update.boot} ${update.seq} ${kind} ${device.mac}`,
        mac: device.mac,
        serial: device.serial,
        device: device.kind,
        reason: kind === 'deviceNotValidated' ? device.reason : null,
      })
    reported = { boot: update.boot, seq: update.seq, devices }
  }
  return entries
}

const hourMs = 3_600_000

/** Limits a gateway's entries per hour: the excess becomes one entry about it. */
const limitEntries = async (
  tx: Tx,
  row: EnrolledUnit,
  entries: BluetoothEntryDraft[],
  now: Date,
): Promise<BluetoothEntryDraft[]> => {
  if (entries.length === 0) return []
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const room = Math.max(0, maxChangesPerHour - (await countChangesSince(tx, row.plantId, row.unit, hour)))
  if (entries.length <= room) return entries
  const { plantId, unit } = row
  const leftOutEntry = {
    plantId,
    unit,
    kind: 'entriesLeftOut',
    at: now,
    source: `left out ${hour.toISOString()}`,
  } as const
  return [...entries.slice(0, room), leftOutEntry]
}

const resultKinds = { passed: 'testPassed', failed: 'testFailed', notExecuted: 'testNotExecuted' } as const

/**
 * Runs before the listeners for storing devices, because it compares with the stored ones. The unit is locked, and a
 * stored report is never compared again.
 */
export const bluetoothListeners: DeviceListeners = {
  async shadow(updates, context) {
    const { tx, now } = context.work
    const gateways = gatewaysOf(context, updates)
    if (gateways.length === 0) return
    const storedUnits = new Map(
      (
        await listUnitsById(
          tx,
          gateways.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    for (const row of gateways) {
      const last = storedUnits.get(row.id)
      if (!last) continue
      const reported = { boot: last.shadowBoot, seq: last.shadowSeq, devices: last.detail?.bluetooth ?? [] }
      const gatewayUpdates = updates.filter(({ unit }) => unit === row.unit)
      await recordEntries(context.work, await limitEntries(tx, row, entriesOf(row, reported, gatewayUpdates, now), now))
    }
  },
  async record(updates, context) {
    const { work, units } = context
    const types = new Set(gatewaysOf(context, updates).map(({ unit }) => unit))
    const results = updates.filter(({ unit, record }) => types.has(unit) && record.kind === 'testResult')
    if (results.length === 0) return
    const entries = (await judgeRecordTimes(work.tx, results, work.now)).flatMap(
      ({ unit, life, boot, seq, at, record }) => {
        const row = units.get(unit)
        if (!row || record.kind !== 'testResult') return []
        const { lamp: addr, serial, reason, result } = record
        const source = `record ${life} ${boot} ${seq}`
        return [
          {
            plantId: row.plantId,
            unit,
            source,
            kind: resultKinds[result satisfies TestResultValue],
            at,
            addr,
            serial,
            reason,
          },
        ]
      },
    )
    await recordEntries(work, entries)
  },
}

/** Records connects and disconnects of gateways, once stored. */
export const bluetoothLinkListeners: DeviceListeners = {
  async online(updates, context) {
    const { work } = context
    const units = gatewaysOf(context, updates).map(({ unit }) => unit)
    if (units.length > 0)
      broadcastLogbook(work, await addLinkEntries(work.tx, { types: gatewayTypes(work.ports), units, now: work.now }))
  },
}

type CommandEnd = Extract<BluetoothEntryKind, `command${string}`>

/** Outcome of a command; an abandoned one has no error, because neither unit nor time decided it. */
const endOf = (row: CommandRow, kind: CommandEnd, at: Date): BluetoothEntryDraft => {
  const { plantId, unit, name, requestedByName, command } = row
  const { error, code } = kind === 'commandAbandoned' ? { error: null, code: null } : row
  return {
    plantId,
    unit,
    source: `command ${row.id}`,
    kind,
    at,
    command: name,
    error,
    code,
    byName: requestedByName,
    mac: 'mac' in command ? command.mac : null,
    serial: command.name === 'gatewayInsertSerial' ? command.serial : null,
    device: command.name === 'gatewayInsertType' ? command.kind : null,
  }
}

const recordCommand: CommandListener = async (row, work) => {
  if (!hasEnded(row)) return
  await recordEntries(work, [endOf(row, row.state === 'done' ? 'commandDone' : 'commandFailed', work.now)])
}

/** Records the outcomes of commands about Bluetooth devices. */
export const bluetoothCommandListeners: CommandListeners = {
  gatewayScan: recordCommand,
  gatewayInsertMac: recordCommand,
  gatewayInsertSerial: recordCommand,
  gatewayInsertType: recordCommand,
  gatewayValidate: recordCommand,
  gatewayRemove: recordCommand,
}

/** Records the commands abandoned by the removal of a gateway, in the transaction of the removal. */
export const recordAbandonedCommands = finisher(abandonedCommands, async (work, commands) => {
  const rows = commands.filter(({ name }) => name in bluetoothCommandListeners)
  await recordEntries(
    work,
    rows.map((row) => endOf(row, 'commandAbandoned', work.now)),
  )
})

const pollIntervalMs = 10_000

/** No message reports a silent or revoked gateway, so the links are polled. */
export const recordGatewayLinks = async (work: Work): Promise<void> =>
  broadcastLogbook(work, await addLinkEntries(work.tx, { types: gatewayTypes(work.ports), now: work.now }))

export const gatewayWatcher: TaskFactory = ({ inTransaction }) => ({
  name: 'watch gateways',
  everyMs: pollIntervalMs,
  turn: () => inTransaction(recordGatewayLinks),
})
