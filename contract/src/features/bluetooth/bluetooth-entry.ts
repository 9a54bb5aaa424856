import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'
import { bluetoothKinds } from '../central-units/unit-detail.ts'
import { commandErrors } from '../commands/command.ts'

/** What the Bluetooth logbook lists, by the heading that people filter by. */
export const bluetoothEntryGroups = {
  /** Which devices a gateway holds. */
  devices: ['deviceJoined', 'deviceLeft', 'deviceChanged'],
  validation: ['deviceValidated', 'deviceNotValidated'],
  sight: ['deviceInSight', 'deviceOutOfSight'],
  /** What people asked of a gateway about its devices, as it ended. `commandAbandoned`: the gateway was removed before it answered. */
  commands: ['commandDone', 'commandFailed', 'commandAbandoned'],
  /** Results of the lamps of a gateway. */
  tests: ['testPassed', 'testFailed', 'testNotExecuted'],
  /** `entriesLeftOut`: within one hour a gateway reported more changes than the logbook takes. */
  gateways: ['gatewayConnected', 'gatewayDisconnected', 'entriesLeftOut'],
} as const
export type BluetoothEntryGroup = keyof typeof bluetoothEntryGroups
export const bluetoothEntryGroupNames = Object.keys(bluetoothEntryGroups) as [
  BluetoothEntryGroup,
  ...BluetoothEntryGroup[],
]
export const bluetoothEntryKinds = Object.values(bluetoothEntryGroups).flat()
export type BluetoothEntryKind = (typeof bluetoothEntryKinds)[number]

/** Changes of its devices that one gateway may bring to the logbook within an hour; what is more is one entry that says so. */
export const maxChangesPerHour = 1_000

export const bluetoothEntry = z.object({
  id,
  /** When it happened; of what a gateway reports of its devices, when the report came. */
  at: instant,
  kind: z.enum(bluetoothEntryKinds),
  /** The gateway, `gateway_0A1B2C`. */
  unit: z.string(),
  mac: z.string().nullable(),
  serial: z.string().nullable(),
  device: z.enum(bluetoothKinds).nullable(),
  /** Position of the lamp that was tested. */
  addr: z.int().nullable(),
  /** Why a device was not validated, in the gateway's words, or why a test failed or was not executed. */
  reason: z.string().nullable(),
  command: z.string().nullable(),
  error: z.enum(commandErrors).nullable(),
  /** The gateway's own code where it refused. */
  code: z.string().nullable(),
  /** Who asked for it; null where nobody did. */
  by: z.string().nullable(),
})
export type BluetoothEntry = z.infer<typeof bluetoothEntry>
