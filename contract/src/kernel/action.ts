import type { z } from 'zod'
import type { AuditTargetKind } from './audit-target.ts'
import type { Permission, PlantPermission } from './permissions.ts'
import type { TokenScope } from './token-scopes.ts'

/** Rate limit per caller: `calls` in any window of `windowS` seconds. */
export type CallLimit = { calls: number; windowS: number }

/**
 * Declaration of an action. The dispatcher enforces it; transports, web client, access matrix and API description
 * derive from it.
 */
export type ActionDeclaration = {
  /** Required permission. The dispatcher checks it before the handler runs. */
  permission: Permission
  /** Strict: the dispatcher refuses unknown fields. */
  input: z.ZodObject
  output: z.ZodType
  /** Every error code of the handler. */
  errors: readonly string[]
  /** The client retries reads, which run in a read-only transaction; writes are audited. */
  effect: 'read' | 'write'
  /**
   * Required scope of a program's access token, beside the permission of its maker; `none` closes the action to tokens.
   * Defaults in `requiredScope`.
   */
  program?: TokenScope | 'none'
  /** Kind of the audit target of a write. The handler records the target under its current name. */
  about?: AuditTargetKind
  /** Paths of secrets in the output, such as `tokens.code`. The stored answer has null in their place. */
  secretOutput?: readonly string[]
  limit?: CallLimit
  /**
   * Lock within the plant: such calls run one at a time, and the dispatcher re-checks the caller's role once it holds
   * the lock. `wholly` excludes all other writes of the plant, including those already under way.
   */
  alone?: true | 'wholly'
  /**
   * Allowed in an archived plant: the action prints existing data, concerns only the caller, or ends public access. The
   * dispatcher refuses every other write there.
   */
  inArchive?: true
  /** Allowed only in deleted plants; for all other actions a deleted plant does not exist. */
  ofDeleted?: true
  /** Points of the caller's allowance for one call; default 1 for a read and 2 for a write. */
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

/** Declares the actions of a feature. One without a permission, or a plant action without plantId, does not compile. */
export const defineActions = <const T extends Record<string, ActionDeclaration>>(
  actions: T & CheckedDeclarations<T>,
): T => actions

/** Declares the events for watchers of a plant, keyed by wire name. */
export const defineEvents = <const T extends Record<string, z.ZodType>>(events: T): T => events
