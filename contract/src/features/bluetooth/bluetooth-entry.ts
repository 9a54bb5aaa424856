import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { bluetoothKinds } from '../central-units/unit-detail.ts'
import { commandErrors } from '../commands/command.ts'

/** Kinds of Bluetooth logbook entries, by the heading of the filter. */
export const bluetoothEntryGroups = {
  /** Devices of a gateway. */
  devices: ['deviceJoined', 'deviceLeft', 'deviceChanged'],
  validation: ['deviceValidated', 'deviceNotValidated'],
  sight: ['deviceInSight', 'deviceOutOfSight'],
  /** Finished commands about devices of a gateway. `commandAbandoned`: the gateway was removed before it answered. */
  commands: ['commandDone', 'commandFailed', 'commandAbandoned'],
  /** Test results of the lamps of a gateway. */
  tests: ['testPassed', 'testFailed', 'testNotExecuted'],
  /** `entriesLeftOut`: a gateway reported more changes in one hour than the logbook records. */
  gateways: ['gatewayConnected', 'gatewayDisconnected', 'entriesLeftOut'],
} as const
export type BluetoothEntryGroup = keyof typeof bluetoothEntryGroups
export const bluetoothEntryGroupNames = Object.keys(bluetoothEntryGroups) as [
  BluetoothEntryGroup,
  ...BluetoothEntryGroup[],
]
export const bluetoothEntryKinds = Object.values(bluetoothEntryGroups).flat()
export type BluetoothEntryKind = (typeof bluetoothEntryKinds)[number]

/** Maximum recorded device changes of one gateway per hour; one entry notes the rest. */
export const maxChangesPerHour = 1_000

export const bluetoothEntry = z.object({
  id,
  /** Time of the event; for changes of devices, arrival of the gateway's report. */
  at: instant,
  kind: z.enum(bluetoothEntryKinds),
  /** Gateway, such as `gateway_0A1B2C`. */
  unit: z.string(),
  mac: z.string().nullable(),
  serial: z.string().nullable(),
  device: z.enum(bluetoothKinds).nullable(),
  /** Address of the tested lamp. */
  addr: z.int().nullable(),
  /** Why a device was not validated, in the gateway's words, or why a test failed or was not executed. */
  reason: z.string().nullable(),
  command: z.string().nullable(),
  error: z.enum(commandErrors).nullable(),
  /** The gateway's own code of its refusal. */
  code: z.string().nullable(),
  /** Person who requested it; null if nobody did. */
  by: z.string().nullable(),
})
export type BluetoothEntry = z.infer<typeof bluetoothEntry>
