import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { plainCommands } from '../central-units/central-units.actions.ts'
import { bluetoothKinds, macAddress } from '../central-units/unit-detail.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals } from '../commands/command-refusals.ts'

const gateway = { plantId, topic: unitTopic }
const device = { ...gateway, mac: macAddress }
const serial = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/, { error: 'lamp_serial' }))

export const bluetoothActions = defineActions({
  /** Plain commands of a gateway: those that other units have too, and to look for devices around it. */
  gatewayCommand: {
    permission: 'plant.operate',
    input: z.strictObject({ ...gateway, command: z.enum(['scan', ...plainCommands]) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    about: 'unit',
  },
  /** Joins a device to the gateway by its MAC address. */
  gatewayInsertMac: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_ALREADY_PRESENT'],
    effect: 'write',
    about: 'device',
  },
  /** Informs the gateway of the serial of a device. An 8-digit serial carries its checksum. */
  gatewayInsertSerial: {
    permission: 'plant.operate',
    input: z.strictObject({ ...device, serial }),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND', 'SERIAL_LIST_INVALID', 'SERIAL_ALREADY_PRESENT'],
    effect: 'write',
    about: 'device',
  },
  /** Informs the gateway of what kind of device it is. */
  gatewayInsertType: {
    permission: 'plant.operate',
    input: z.strictObject({ ...device, kind: z.enum(bluetoothKinds) }),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND'],
    effect: 'write',
    about: 'device',
  },
  /** Lets the gateway reach the device once; refused by the unit with its reason where it cannot. */
  gatewayValidate: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND'],
    effect: 'write',
    about: 'device',
  },
  /** Removes a Bluetooth device from its gateway. */
  gatewayRemove: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND'],
    effect: 'write',
    about: 'device',
  },
})
