import type { bluetoothActions } from '@vigilux/contract/features/bluetooth/bluetooth.actions.ts'
import { serialFaultOf } from '@vigilux/contract/features/configuration/serial-list.rules.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import {
  buildPlainCommand,
  type CentralUnitRow,
  type EnabledUnitRefusal,
  requireEnabledUnit,
  requireUnitForPlainCommand,
} from '../central-units/index.ts'
import { type CommandRefusal, listRequestedSince, requestCommand } from '../commands/index.ts'
import { listLampsOfUnit } from '../lamps/index.ts'
import { findHistoryStart } from '../plants/index.ts'
import { countBluetoothEntries, countBluetoothEntriesBefore, listBluetoothEntries } from './bluetooth-entries.store.ts'
import { bluetoothReportHandlers } from './bluetooth-reports.ts'
import { isGatewayType } from './gateway-types.ts'

/** Requests to a gateway since its last report of devices: shown next to its table until the next report. */
const requestedOf = (tx: Tx, unit: CentralUnitRow, name: 'gatewayInsertMac' | 'gatewayInsertSerial') =>
  listRequestedSince(tx, unit, name, unit.shadowAt ?? unit.addedAt)

/** The serial last assigned to each device. */
const requestedSerials = async (tx: Tx, unit: CentralUnitRow): Promise<{ mac: string; serial: string }[]> => {
  const serials = new Map<string, string>()
  for (const { command } of await requestedOf(tx, unit, 'gatewayInsertSerial'))
    if (command.name === 'gatewayInsertSerial') serials.set(command.mac, command.serial)
  return [...serials].map(([mac, serial]) => ({ mac, serial }))
}

/** The addresses of inserted devices. */
const requestedAddresses = async (tx: Tx, unit: CentralUnitRow): Promise<string[]> =>
  (await requestedOf(tx, unit, 'gatewayInsertMac')).flatMap(({ command }) =>
    command.name === 'gatewayInsertMac' ? [command.mac] : [],
  )

type Handlers = HandlersOf<typeof bluetoothActions>
type OnDevice = { plantId: string; topic: string; mac: string }

const devicesOf = (unit: CentralUnitRow) => unit.detail?.bluetooth ?? []

const send = async (
  context: WriteContext<CommandRefusal>,
  plantId: string,
  unit: CentralUnitRow,
  command: UnitCommand,
) => ({
  command: await requestCommand(context, { plantId, unit, command }),
})

const auditDevice = ({ work }: WriteContext, mac: string): void =>
  work.audit.target({ kind: 'device', id: mac, name: mac })

/** Sends a command for a device reported by the gateway. */
const sendForDevice = async (
  context: WriteContext<EnabledUnitRefusal | CommandRefusal | 'DEVICE_NOT_FOUND'>,
  { plantId, mac, ...unitRef }: OnDevice,
  command: UnitCommand,
) => {
  const unit = await requireEnabledUnit(context.work, plantId, unitRef)
  auditDevice(context, mac)
  if (!devicesOf(unit).some((device) => device.mac === mac)) return context.work.fail('DEVICE_NOT_FOUND')
  return send(context, plantId, unit, command)
}

const insertSerial: Handlers['gatewayInsertSerial'] = async ({ input, ...context }) => {
  const { mac, serial } = input
  const unit = await requireEnabledUnit(context.work, input.plantId, input)
  const fault = serialFaultOf(serial, [6, 8])
  if (fault) return context.work.fail('SERIAL_LIST_INVALID', { lines: [{ line: 1, serial, fault }] })
  const requestedDevices = await requestedSerials(context.work.tx, unit)
  const isSerialTaken =
    devicesOf(unit).some((device) => device.serial === serial && device.mac !== mac) ||
    requestedDevices.some((device) => device.serial === serial && device.mac !== mac) ||
    (await listLampsOfUnit(context.work.tx, unit.id)).some((lamp) => lamp.serial === serial)
  if (isSerialTaken) return context.work.fail('SERIAL_ALREADY_PRESENT', { serial })
  context.work.audit.diff({ serial: devicesOf(unit).find((device) => device.mac === mac)?.serial }, { serial })
  return sendForDevice(context, input, { name: 'gatewayInsertSerial', mac, serial })
}

const readLogbook: Handlers['getBleLogbooks'] = async ({ work, input }) => {
  const { plantId, page, pageSize } = input
  const since = await findHistoryStart(work.tx, plantId, work.now)
  const filter = { ...input, since }
  return {
    entries: await listBluetoothEntries(work.tx, filter, { offset: (page - 1) * pageSize, limit: pageSize }),
    total: await countBluetoothEntries(work.tx, filter),
    hidden: since ? await countBluetoothEntriesBefore(work.tx, plantId, since) : 0,
  }
}

export const bluetoothHandlers: Handlers = {
  ...bluetoothReportHandlers,
  getBleLogbooks: readLogbook,
  gatewayCommand: async ({ input, ...context }) => {
    const { plantId } = input
    const unit = await requireUnitForPlainCommand(context.work, input)
    if (!isGatewayType(context.work.ports, unit.cuType)) return context.work.fail('COMMAND_UNKNOWN')
    context.work.audit.diff(null, { command: input.command })
    const command =
      input.command === 'scan'
        ? ({ name: 'gatewayScan' } as const)
        : await buildPlainCommand(context.work, unit, input.command)
    return send(context, plantId, unit, command)
  },
  gatewayInsertMac: async ({ input, ...context }) => {
    const unit = await requireEnabledUnit(context.work, input.plantId, input)
    auditDevice(context, input.mac)
    const knownAddresses = [
      ...devicesOf(unit).map(({ mac }) => mac),
      ...(await requestedAddresses(context.work.tx, unit)),
    ]
    if (knownAddresses.includes(input.mac)) return context.work.fail('DEVICE_ALREADY_PRESENT')
    return send(context, input.plantId, unit, { name: 'gatewayInsertMac', mac: input.mac })
  },
  gatewayInsertSerial: insertSerial,
  gatewayInsertType: ({ input, ...context }) => {
    const { mac, kind } = input
    context.work.audit.diff(null, { kind })
    return sendForDevice(context, input, { name: 'gatewayInsertType', mac, kind })
  },
  gatewayValidate: ({ input, ...context }) =>
    sendForDevice(context, input, { name: 'gatewayValidate', mac: input.mac }),
  gatewayRemove: ({ input, ...context }) => sendForDevice(context, input, { name: 'gatewayRemove', mac: input.mac }),
}
