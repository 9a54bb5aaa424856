import { z } from 'zod'

/** Kinds of things that something is done to. */
export const auditedKinds = [
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
export type AuditedKind = (typeof auditedKinds)[number]

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
export const auditedThing = z.object({
  kind: z.enum(auditedKinds),
  /** What it is called by machines: a topic, a serial, an id; empty where it has none. */
  id: z.string(),
  name: z.string(),
})
export type AuditedThing = z.infer<typeof auditedThing>

const auditedValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
export type AuditedValue = z.infer<typeof auditedValue>

/** A field that became another; null is what it had no value for. */
export const auditedChange = z.object({ field: z.string(), before: auditedValue, after: auditedValue })
export type AuditedChange = z.infer<typeof auditedChange>
