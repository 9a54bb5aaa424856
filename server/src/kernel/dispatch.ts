import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type Permission, type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { Ports } from '../ports/ports.ts'
import { type Announcement, collectAnnouncements } from './announce.ts'
import { writeAudit } from './audit.store.ts'
import { createCallLimits } from './call-limit.ts'
import type { Caller } from './caller.ts'
import { fieldRefusals } from './field-refusals.ts'
import type { HandlerContext, Handlers } from './handler.ts'
import { fail, Refusal } from './refusal.ts'
import type { Tx } from './transaction.ts'

/** What the dispatcher needs of the world. */
export type DispatcherParts = {
  handlers: Handlers
  ports: Ports
  /** The pool, for reads. */
  db: Tx
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The role that this person has in a plant, or null: then the plant does not exist for them. */
  findRole(tx: Tx, caller: Caller, plantId: string): Promise<PlantRole | null>
  /** Sends what was announced; called after COMMIT. */
  deliver(announcements: Announcement[]): void
  /** Refuses answers that are not as declared: on in tests. */
  checkOutput?: boolean
}

export type Call = { action: unknown; input: unknown; caller: Caller; requestId: string }
export type Dispatch = (call: Call) => Promise<unknown>

const declarationOf = (action: unknown): { name: ActionName; declaration: ActionDeclaration } =>
  typeof action === 'string' && Object.hasOwn(actions, action)
    ? { name: action as ActionName, declaration: actions[action as ActionName] }
    : fail('UNKNOWN_ACTION')

type AccountClaim = (caller: Caller) => boolean
const isAdmin: AccountClaim = (caller) => caller.kind === 'user' && caller.usertype === 'admin'

/** What a permission without a plant asks of the account itself. */
const accountClaims: Partial<Record<Permission, AccountClaim>> = {
  'plants.create': (caller) => isAdmin(caller) || (caller.kind === 'user' && caller.usertype === 'installer'),
  'admin.nto': (caller) => isAdmin(caller) && caller.kind === 'user' && caller.scope === 'nto',
  'admin.ba': isAdmin,
}

const checkAccount = ({ permission }: ActionDeclaration, caller: Caller) => {
  if (permission === 'public') return
  if (caller.kind !== 'user') fail('NOT_SIGNED_IN')
  else if (caller.suspended && permission !== 'account') fail('ACCOUNT_SUSPENDED')
  else if (accountClaims[permission]?.(caller) === false) fail('NOT_ALLOWED')
}

const parseInput = (declaration: ActionDeclaration, input: unknown): Record<string, unknown> => {
  const parsed = declaration.input.safeParse(input)
  return parsed.success ? parsed.data : fail('INVALID_INPUT', { fields: fieldRefusals(parsed.error) })
}

/**
 * The one way into the product: parse, who, may, limit, transaction, run, audit, announce. Both transports call it, so
 * validation, permission and audit are the same on each.
 */
export const createDispatcher = (parts: DispatcherParts): Dispatch => {
  const checkCallLimit = createCallLimits()
  const checkPlant = async (declaration: ActionDeclaration, caller: Caller, plantId: unknown) => {
    if (!isPlantPermission(declaration.permission)) return null
    const role = await parts.findRole(parts.db, caller, plantId as string)
    if (!role) return fail('PLANT_NOT_FOUND')
    return roleMay(role, declaration.permission) ? role : fail('NOT_ALLOWED')
  }

  const run = async (name: ActionName, context: HandlerContext<ActionName>) => {
    const handler = parts.handlers[name] as (context: HandlerContext<ActionName>) => Promise<unknown>
    const output = await handler(context)
    return parts.checkOutput ? actions[name].output.parse(output) : output
  }

  const dispatchKnown = async (name: ActionName, declaration: ActionDeclaration, call: Call) => {
    const { caller, requestId } = call
    checkAccount(declaration, caller)
    await checkCallLimit(name, declaration, caller)
    const input = parseInput(declaration, call.input)
    const role = await checkPlant(declaration, caller, input.plantId)
    const plantId = role ? (input.plantId as string) : null
    const { announce, collected } = collectAnnouncements()
    const context = { input, caller, role, announce, ports: parts.ports, requestId, fail } as unknown as Omit<
      HandlerContext<ActionName>,
      'tx'
    >
    if (declaration.effect === 'read') return run(name, { ...context, tx: parts.db } as HandlerContext<ActionName>)
    const output = await parts.inTransaction(async (tx) => {
      collected.length = 0
      const result = await run(name, { ...context, tx } as HandlerContext<ActionName>)
      const at = parts.ports.clock.now()
      await writeAudit(tx, { at, caller, plantId, action: name, result: 'ok', requestId })
      return result
    })
    parts.deliver(collected)
    return output
  }

  /** The audit also holds what was refused; it never holds the payload. */
  const auditRefusal = async (name: ActionName, call: Call, refusal: Refusal) => {
    const plantId = (call.input as { plantId?: unknown } | null)?.plantId
    const known = typeof plantId === 'string' && /^[0-9a-f-]{36}$/i.test(plantId) ? plantId : null
    const at = parts.ports.clock.now()
    await writeAudit(parts.db, { ...call, at, plantId: known, action: name, result: refusal.code })
  }

  return async (call) => {
    const { name, declaration } = declarationOf(call.action)
    try {
      return await dispatchKnown(name, declaration, call)
    } catch (error) {
      const audited = error instanceof Refusal && declaration.effect === 'write' && call.caller.kind === 'user'
      if (audited && error.code !== 'TOO_MANY_REQUESTS') await auditRefusal(name, call, error)
      throw error
    }
  }
}
