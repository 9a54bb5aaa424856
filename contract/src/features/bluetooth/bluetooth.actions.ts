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

/** Bluetooth devices of gateways, and reports of their zones. */
export const bluetoothActions = defineActions({
  /** Sends a plain command to a gateway: one shared with other units, or the search for nearby devices. */
  gatewayCommand: {
    permission: 'plant.operate',
    input: z.strictObject({ ...gateway, command: z.enum(['scan', ...plainCommands]) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    program: 'safety',
    about: 'unit',
  },
  /**
   * Joins a device to the gateway by its MAC address. A device counts as joined from the request on, so it cannot be
   * requested twice.
   */
  gatewayInsertMac: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_ALREADY_PRESENT'],
    effect: 'write',
    program: 'configure',
    about: 'device',
    alone: true,
  },
  /**
   * Sends the serial of a device to the gateway. An 8-digit serial includes its checksum; a serial requested for
   * another device counts as taken.
   */
  gatewayInsertSerial: {
    permission: 'plant.operate',
    input: z.strictObject({ ...device, serial }),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND', 'SERIAL_LIST_INVALID', 'SERIAL_ALREADY_PRESENT'],
    effect: 'write',
    program: 'configure',
    about: 'device',
    alone: true,
  },
  /** Sends the type of a device to the gateway. */
  gatewayInsertType: {
    permission: 'plant.operate',
    input: z.strictObject({ ...device, kind: z.enum(bluetoothKinds) }),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'device',
  },
  /** Makes the gateway contact a device once; the unit refuses with its reason if it cannot. */
  gatewayValidate: {
    permission: 'plant.operate',
    input: z.strictObject(device),
    output: commandReceipt,
    errors: [...commandRefusals, 'DEVICE_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
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
   * Lists the Bluetooth logbook of the plant, newest first: joined and left devices, validations, commands, lamp tests
   * and offline gateways. Basic plants get the last 30 days.
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
      /** Part of a MAC address, a serial, or the name of the person who requested it. */
      search: line(80).default(''),
    }),
    output: z.object({
      entries: z.array(bluetoothEntry),
      total: z.int(),
      /** Older entries hidden from a Basic plant. */
      hidden: z.int(),
    }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Lists the public reports of the plant's Bluetooth devices, newest first, with creator and expiry. */
  getBleReports: {
    permission: 'report.share',
    input: z.strictObject({ plantId }),
    output: z.object({ reports: z.array(bluetoothReport).max(maxOpenReportsPerPlant + maxListedEndedReports) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Creates a public report of the current Bluetooth devices and returns its secret name, which is not stored. Anyone
   * with `#/blereport/{plantId}/{report}` can read it until it expires or is revoked; in a repeated answer the name is
   * null.
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
  /** Revokes a public report: its link then shows nothing. Repeating it has no effect. */
  revokeBleReport: {
    permission: 'report.share',
    input: z.strictObject({ plantId, reportId: id }),
    output: z.object({ bleReport: bluetoothReport }),
    errors: ['BLE_REPORT_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'report',
  },
  /** Returns one public report to anyone with its link. A wrong plant or name is not found, whatever the reason. */
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
  /** Unknown name, another plant, expired or revoked: the caller does not learn which. */
  BLE_REPORT_NOT_FOUND: 404,
  /** With `limit`. */
  BLE_REPORT_LIMIT: 409,
  /** The plant has no gateway. */
  NO_GATEWAY: 409,
})

export const bluetoothEvents = defineEvents({
  /** The Bluetooth logbook has new entries. */
  bleLogbook: z.object({ plant_id: id }),
  /** A public report was made or revoked. */
  bleReports: z.object({ plant_id: id }),
})
