import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { plantId as plantIdSchema } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'
import type { Clock } from '../ports/clock.ts'
import { createAllowances } from './allowances.ts'
import { writeAudit } from './audit.store.ts'
import type { AuditNotes } from './audit-notes.ts'
import type { Caller } from './caller.ts'
import { allowances } from './limits.ts'
import type { Refusal } from './refusal.ts'
import type { SecurityLog, SecurityNote } from './security-log.ts'
import type { Tx } from './transaction.ts'

/** What is known of a caller by the time a call is refused. */
export type Standing = { role: PlantRole | null; plantId: string | null; notes?: AuditNotes }

export type RefusalKeeperParts = { db: Tx; ports: { clock: Clock }; security: Pick<SecurityLog, 'note'> }
export type RefusedCall = { action: unknown; input: unknown; caller: Caller; address?: string; requestId: string }

const severalSchema = z.array(plantIdSchema)

/** The plant that an input names, where it is a name at all. */
export const plantAskedFor = (input: unknown): string | null => {
  const asked = plantIdSchema.safeParse((input as { plantId?: unknown } | null)?.plantId)
  return asked.success ? asked.data : null
}

/** The same of an input that may name several, each of them once. */
export const plantsAskedFor = (input: unknown): string[] => {
  const one = plantAskedFor(input)
  if (one !== null) return [one]
  const several = severalSchema.safeParse((input as { plantIds?: unknown } | null)?.plantIds)
  return several.success ? [...new Set(several.data)] : []
}

const knownAction = (action: unknown): ActionName | null =>
  typeof action === 'string' && Object.hasOwn(actions, action) ? (action as ActionName) : null

/** A form of one's own that is not filled in well is nobody else's business. */
const isOwnMistake = (code: string, declaration: ActionDeclaration | null): boolean =>
  code === 'INVALID_INPUT' && !(declaration && isPlantPermission(declaration.permission))

const noteOf = ({ caller, input, address }: RefusedCall, kind: string, action: ActionName | null): SecurityNote => ({
  kind,
  ...(caller.kind === 'user'
    ? { userId: caller.userId, address: address ?? '' }
    : { userId: null, address: caller.address }),
  action: action ?? 'unknown',
  plantId: plantAskedFor(input),
})

/**
 * Where a refusal is kept. What a member may not write stands in the audit of the plant, up to so many; all that is
 * refused to anybody else goes to the security log, so that a stranger leaves nothing in a plant. Never the payload.
 */
export const createRefusalKeeper = ({ db, ports, security }: RefusalKeeperParts) => {
  const audited = createAllowances(allowances.auditedRefusal)

  return async (call: RefusedCall, { code }: Refusal, { role, plantId, notes }: Standing): Promise<void> => {
    const { caller, requestId } = call
    const action = knownAction(call.action)
    const declaration: ActionDeclaration | null = action && actions[action]
    if (action && role && caller.kind === 'user') {
      if (declaration?.effect === 'read') return
      if (audited.take(caller.userId) === 0)
        return writeAudit(db, { at: ports.clock.now(), caller, plantId, action, result: code, requestId, notes })
    }
    if (!isOwnMistake(code, declaration)) security.note(noteOf(call, code, action))
  }
}
