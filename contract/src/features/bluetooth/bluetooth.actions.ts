import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, instant, line, page, plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { plainCommands } from '../central-units/central-units.actions.ts'
import { bluetoothKinds, macAddress } from '../central-units/unit-detail.ts'
import { commandReceipt } from '../commands/command.ts'
import { commandRefusals } from '../commands/command-refusals.ts'
import { bluetoothEntry, bluetoothEntryGroupNames } from './bluetooth-entry.ts'
import {
  bluetoothReport,
  bluetoothReportContent,
  maxListedEndedReports,
  maxOpenReportsPerPlant,
  reportDays,
} from './bluetooth-report.ts'

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
  /** Joins a device to the gateway by its MAC address, once: one that was asked for is there before the gateway tells of it. */
  gatewayInsertMac: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_ALREADY_PRESENT'],
    effect: 'write',
    about: 'device',
    alone: true,
  },
  /**
   * Informs the gateway of the serial of a device. An 8-digit serial carries its checksum. One that was asked for another device is
   * taken before the gateway tells of it.
   */
  gatewayInsertSerial: {
    permission: 'plant.operate',
    input: z.strictObject({ ...device, serial }),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND', 'SERIAL_LIST_INVALID', 'SERIAL_ALREADY_PRESENT'],
    effect: 'write',
    about: 'device',
    alone: true,
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
  /**
   * The Bluetooth logbook of the plant, newest first: which devices came and went, what validating them found, how commands
   * to gateways ended, tests of their lamps, and when gateways were offline. A Basic plant gets the last 30 days.
   */
  getBleLogbooks: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      page,
      pageSize: z.int().min(1).max(1000).default(25),
      /** Only entries under this heading. */
      of: z.enum(bluetoothEntryGroupNames).optional(),
      /** Only entries of this gateway. */
      topic: unitTopic.optional(),
      /** A part of an address, of a serial, or of the name of who asked. */
      search: line(80).default(''),
    }),
    output: z.object({
      entries: z.array(bluetoothEntry),
      total: z.int(),
      /** Older entries that are kept and not shown, because the plant is Basic. */
      hidden: z.int(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** The public reports of the plant's Bluetooth devices, newest first: who made each, and until when it can be read. */
  getBleReports: {
    permission: 'report.share',
    input: z.strictObject({ plantId }),
    output: z.object({ reports: z.array(bluetoothReport).max(maxOpenReportsPerPlant + maxListedEndedReports) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes a public report of the Bluetooth devices as they are now, and answers its name, which is nowhere kept: anyone who knows
   * `#/blereport/{plantId}/{report}` reads it, until it expires or is revoked. The name in a
   * repetition is null.
   */
  createBleReport: {
    permission: 'report.share',
    input: z.strictObject({
      plantId,
      days: z.int().min(1).max(reportDays.max).default(reportDays.default),
    }),
    output: z.object({ bleReport: bluetoothReport, report: z.string().nullable() }),
    secretOutput: ['report'],
    errors: ['NO_GATEWAY', 'BLE_REPORT_LIMIT'],
    effect: 'write',
    about: 'report',
    alone: true,
    cost: 5,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Takes a public report back: its link shows nothing any more. Twice is as good as once. */
  revokeBleReport: {
    permission: 'report.share',
    input: z.strictObject({ plantId, reportId: id }),
    output: z.object({ bleReport: bluetoothReport }),
    errors: ['BLE_REPORT_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'report',
  },
  /** One public report, for anybody who has its link. Any other plant or name is not found, whatever is wrong with it. */
  getBleReport: {
    permission: 'public',
    input: z.strictObject({ plantId: line(100), report: line(200) }),
    output: z.object({ content: bluetoothReportContent, expiresAt: instant }),
    errors: ['BLE_REPORT_NOT_FOUND'],
    effect: 'read',
    cost: 2,
    limit: { calls: 120, windowS: 60 },
  },
})

export const bluetoothErrors = defineErrors({
  DEVICE_NOT_FOUND: 404,
  DEVICE_ALREADY_PRESENT: 409,
  /** There never was one of that name, it belongs to another plant, it has expired or was revoked: nobody learns which. */
  BLE_REPORT_NOT_FOUND: 404,
  /** With `limit`. */
  BLE_REPORT_LIMIT: 409,
  /** The plant has no gateway to report of. */
  NO_GATEWAY: 409,
})

export const bluetoothEvents = defineEvents({
  /** The Bluetooth logbook has more entries than before. */
  bleLogbook: z.object({ plant_id: id }),
  /** A public report was made or revoked. */
  bleReports: z.object({ plant_id: id }),
})
