import type { z } from 'zod'
import type { AuditTargetKind } from './audit-target.ts'
import type { Permission, PlantPermission } from './permissions.ts'

/** How often one caller may call an action: `calls` in any window of `windowS` seconds. */
export type CallLimit = { calls: number; windowS: number }

/**
 * What the product can be asked, declared once: the dispatcher enforces it, both transports and the web client derive
 * from it, and the access matrix and the API description are printed from it.
 */
export type ActionDeclaration = {
  /** Who may call it. Enforced by the dispatcher before the handler runs. */
  permission: Permission
  /** Strict: an unknown field is refused. */
  input: z.ZodObject
  output: z.ZodType
  /** Every code with which the handler may refuse. */
  errors: readonly string[]
  /** Reads are retried by the client and run in a read-only transaction; writes are audited. */
  effect: 'read' | 'write'
  /** What a write is done to: its handler notes for the audit which one it was, by the name that it then has. */
  about?: AuditTargetKind
  /** Paths of secrets in the output, such as `tokens.code`. An answer is stored with null in their place. */
  secretOutput?: readonly string[]
  limit?: CallLimit
  /**
   * Done one at a time within its plant, and the caller's role looked up again when its turn comes: what it counts or
   * looks for stays true until it has written. `wholly`: no other write at all happens in the plant meanwhile, and none
   * that began before is still under way.
   */
  alone?: true | 'wholly'
  /**
   * Also done in an archived plant: it makes a paper of what is there, concerns the caller alone, or closes what
   * strangers can read. Every other write is refused there, by the dispatcher.
   */
  inArchive?: true
  /** Done in a plant that was deleted, and in no other: to everybody else there is no such plant. */
  ofDeleted?: true
  /** Points that a call takes of its caller's allowance; 1 for a read and 2 for a write where it is not given. */
  cost?: number
}

type PlantInput = z.ZodObject<{ plantId: z.ZodType<string> }>

type CheckedDeclarations<T> = {
  [K in keyof T]: T[K] extends { permission: PlantPermission; input: infer I }
    ? I extends PlantInput
      ? T[K]
      : { input: 'an action with a plant permission names the plant as plantId' }
    : T[K]
}

/** Declares the actions of one feature. An action without a permission, or a plant action without plantId, does not compile. */
export const defineActions = <const T extends Record<string, ActionDeclaration>>(
  actions: T & CheckedDeclarations<T>,
): T => actions

/** Declares what the watchers of a plant are told; keyed by the event's wire name. */
export const defineEvents = <const T extends Record<string, z.ZodType>>(events: T): T => events
