import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { bluetoothDevice } from '../central-units/unit-detail.ts'

/** Days for which a public report can be read, where nobody says otherwise, and at most. */
export const reportDays = { default: 30, max: 365 } as const
/** Public reports of one plant that can be read at a time. */
export const maxOpenReportsPerPlant = 20
/** Ended ones that the list shows beside them. */
export const maxListedEndedReports = 200

/**
 * What a public report says, as it was when it was made. Nothing of people, of the owner or of the address is in it, nor any
 * text that people wrote of a unit.
 */
export const bluetoothReportContent = z.strictObject({
  version: z.literal(1),
  plantname: z.string(),
  timezone: z.string(),
  /** When it was so. */
  at: instant,
  gateways: z
    .array(
      z.strictObject({
        cu_type: z.string(),
        cu_id: z.string(),
        connected: z.boolean(),
        lastSeen: instant.nullable(),
        devices: z.array(bluetoothDevice).max(256),
      }),
    )
    .max(64),
})
export type BluetoothReportContent = z.infer<typeof bluetoothReportContent>

export const bluetoothReportStates = ['open', 'expired', 'revoked'] as const

/** A public report as those see it who may make one. The link itself is shown once, to who made it. */
export const bluetoothReport = z.object({
  id,
  state: z.enum(bluetoothReportStates),
  madeAt: instant,
  madeBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  gateways: count,
  devices: count,
})
export type BluetoothReport = z.infer<typeof bluetoothReport>
