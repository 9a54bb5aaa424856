import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { bluetoothDevice } from '../central-units/unit-detail.ts'

/** Default and maximum days for which a public report can be read. */
export const reportDays = { default: 30, max: 365 } as const
/** Maximum open public reports of one plant. */
export const maxOpenReportsPerPlant = 20
/** Maximum ended reports in the list. */
export const maxListedEndedReports = 200

/** Frozen content of a public report. It contains no people, no owner, no address and no typed text of a unit. */
export const bluetoothReportContent = z.strictObject({
  version: z.literal(1),
  plantname: z.string(),
  timezone: z.string(),
  /** When the content was recorded. */
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

/** Public report for members who may create one. The link is shown once, to its creator. */
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
