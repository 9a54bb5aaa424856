import { z } from 'zod'

/** Kinds of things that something is done to. */
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
] as const
export type AuditTargetKind = (typeof auditTargetKinds)[number]

/** How much one entry of the audit says, so that no caller makes it long. */
export const auditLimits = {
  /** Things that stand by name; of the others it says how many there were. */
  things: 12,
  /** Fields with what they were and became. */
  fields: 24,
  /** Characters of a name or a value; what is longer ends with "…". */
  characters: 200,
} as const

/** One thing that was done something to, by the name that it had then. */
export const auditTarget = z.object({
  kind: z.enum(auditTargetKinds),
  /** What it is called by machines: a topic, a serial, an id; empty where it has none. */
  id: z.string(),
  name: z.string(),
})
export type AuditTarget = z.infer<typeof auditTarget>

const auditedValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
export type AuditedValue = z.infer<typeof auditedValue>

/** A field that became another; null is what it had no value for. */
export const auditedChange = z.object({ field: z.string(), before: auditedValue, after: auditedValue })
export type AuditedChange = z.infer<typeof auditedChange>
