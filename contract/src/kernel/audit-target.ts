import { z } from 'zod'

export const auditTargetKinds = [
  'plant',
  'unit',
  'lamp',
  'group',
  'aggregation',
  'room',
  'floorPlan',
  'zone',
  'scene',
  'person',
  'invitation',
  'report',
  'file',
  'snapshot',
  'device',
  'product',
  'view',
  'feed',
  'entry',
  'round',
  'handover',
  'code',
  'webhook',
  'accessToken',
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

/** Bounds of one audit entry, against long ones made by a caller. */
export const auditLimits = {
  /** Targets listed by name; further ones are only counted. */
  things: 12,
  /** Fields listed with their values before and after. */
  fields: 24,
  /** Characters of a name or a value; longer ones are truncated with "…". */
  characters: 200,
} as const

/** Target of an audited write, under its name at the time. */
export const auditTarget = z.object({
  kind: z.enum(auditTargetKinds),
  /** Topic, serial or id; empty for a target without one. */
  id: z.string(),
  name: z.string(),
})
export type AuditTarget = z.infer<typeof auditTarget>

const auditedValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
export type AuditedValue = z.infer<typeof auditedValue>

/** Changed field of a target; null for no value. */
export const auditedChange = z.object({ field: z.string(), before: auditedValue, after: auditedValue })
export type AuditedChange = z.infer<typeof auditedChange>
