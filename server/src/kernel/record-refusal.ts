import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { plantId as plantIdSchema } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'
import type { Clock } from '../ports/clock.ts'
import { createAllowances } from './allowances.ts'
import { writeAudit } from './audit.store.ts'
import type { AuditRecord } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import { allowances } from './limits.ts'
import type { Refusal } from './refusal.ts'
import type { SecurityLog, SecurityLogEntry } from './security-log.ts'
import type { Tx } from './transaction.ts'

/** The known parts of a caller when a call is refused. */
export type CallAccess = { role: PlantRole | null; plantId: string | null; notes?: AuditRecord }

export type RefusalRecorderParts = { db: Tx; ports: { clock: Clock }; security: Pick<SecurityLog, 'add'> }
export type RefusedCall = { action: unknown; input: unknown; caller: Caller; address?: string; requestId: string }

const plantIdsSchema = z.array(plantIdSchema)

/** The plant of an input, if it is a valid id. */
export const requestedPlant = (input: unknown): string | null => {
  const parsedId = plantIdSchema.safeParse((input as { plantId?: unknown } | null)?.plantId)
  return parsedId.success ? parsedId.data : null
}

/** The plants of an input, each once. */
export const requestedPlants = (input: unknown): string[] => {
  const plantId = requestedPlant(input)
  if (plantId !== null) return [plantId]
  const parsedIds = plantIdsSchema.safeParse((input as { plantIds?: unknown } | null)?.plantIds)
  return parsedIds.success ? [...new Set(parsedIds.data)] : []
}

const knownAction = (action: unknown): ActionName | null =>
  typeof action === 'string' && Object.hasOwn(actions, action) ? (action as ActionName) : null

/** An invalid form about the caller's own data is not recorded. */
const isHarmlessInputError = (code: string, declaration: ActionDeclaration | null): boolean =>
  code === 'INVALID_INPUT' && !(declaration && isPlantPermission(declaration.permission))

const securityNoteOf = (
  { caller, input, address }: RefusedCall,
  kind: string,
  action: ActionName | null,
): SecurityLogEntry => ({
  kind,
  ...(caller.kind === 'user'
    ? { userId: caller.userId, address: address ?? '' }
    : { userId: null, address: caller.address }),
  action: action ?? 'unknown',
  plantId: requestedPlant(input),
})

/**
 * Chooses where a refusal is recorded. A member's refused write goes to the audit of the plant, up to the allowance;
 * everything else goes to the security log, so a non-member leaves nothing in a plant. Never records the payload.
 */
export const createRefusalRecorder = ({ db, ports, security }: RefusalRecorderParts) => {
  const audited = createAllowances(allowances.auditedRefusal)

  return async (call: RefusedCall, { code }: Refusal, { role, plantId, notes }: CallAccess): Promise<void> => {
    const { caller, requestId } = call
    const action = knownAction(call.action)
    const declaration: ActionDeclaration | null = action && actions[action]
    if (action && role && caller.kind === 'user') {
      if (declaration?.effect === 'read') return
      if (audited.take(caller.userId) === 0)
        return writeAudit(db, { at: ports.clock.now(), caller, plantId, action, result: code, requestId, notes })
    }
    if (!isHarmlessInputError(code, declaration)) security.add(securityNoteOf(call, code, action))
  }
}
