import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type Permission, type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { isRefusedInArchive } from '@vigilux/contract/refusals.ts'
import type { Ports } from '../ports/ports.ts'
import { type Announcement, collectAnnouncements } from './announce.ts'
import { writeAudit } from './audit.store.ts'
import { type AuditNotes, beginAuditNotes } from './audit-notes.ts'
import { createCallLimits } from './call-limit.ts'
import type { Caller } from './caller.ts'
import type { Deadline } from './deadline.ts'
import { checkDeclaredAbout, checkDeclaredOutput, checkDeclaredRefusal } from './declared.ts'
import { fieldRefusals } from './field-refusals.ts'
import type { Beforehand, Handlers } from './handler.ts'
import { createRefusalKeeper, plantAskedFor, plantsAskedFor, type Standing } from './keep-refusal.ts'
import { fail, Refusal } from './refusal.ts'
import type { SecurityLog } from './security-log.ts'
import type { SharedUse } from './shared-use.ts'
import type { InTransaction, Tx } from './transaction.ts'

/** What the dispatcher needs of the world. */
export type DispatcherParts = {
  handlers: Handlers
  beforehand: Beforehand
  ports: Ports
  /** The pool: the caller's role is looked up, and a refusal kept, outside of any transaction. */
  db: Tx
  inTransaction: InTransaction
  /** The same for a read: of one moment, and the database refuses to write. */
  inReadTransaction: InTransaction
  /** What this person is at a moment in a plant that is there, or in one that was deleted. Null: for them there is none such. */
  findStanding(
    tx: Tx,
    caller: Caller,
    plantId: string,
    now: Date,
    asked?: 'there' | 'deleted',
  ): Promise<{ role: PlantRole; isArchived: boolean; endsAt: Date | null } | null>
  /** Keeps the plant from being archived, deleted or restored until the transaction ends; `wholly`, from all writes. */
  holdPlant(tx: Tx, plantId: string, wholly: boolean): Promise<void>
  /** Keeps everybody else off the plant until the transaction ends. */
  lockPlant(tx: Tx, plantId: string): Promise<void>
  /** Sends what was announced; called after COMMIT. */
  deliver(announcements: Announcement[]): void
  /** Keeps that somebody of the office was in a plant. */
  keepVisit(caller: Caller, plantId: string): Promise<void>
  /** Keeps what was refused to people without standing. */
  security: Pick<SecurityLog, 'note'>
  /** Takes answers and refusals that are not as declared for defects: on in tests. */
  checkOutput?: boolean
  /** Counts calls with the other nodes. */
  sharedUse?: SharedUse
}

export type Call = {
  action: unknown
  input: unknown
  caller: Caller
  /** Where it comes from, for the security log. */
  address?: string
  requestId: string
  /** Unlimited when left out. */
  deadline?: Deadline
}
export type Dispatch = (call: Call) => Promise<unknown>

const declarationOf = (action: unknown): { name: ActionName; declaration: ActionDeclaration } =>
  typeof action === 'string' && Object.hasOwn(actions, action)
    ? { name: action as ActionName, declaration: actions[action as ActionName] }
    : fail('UNKNOWN_ACTION')

/** Refusals for the state of the database. They say nothing about the caller, and are not recorded. */
const ofStorage: ReadonlySet<string> = new Set<ErrorCode>(['STORAGE_SLOW', 'OUTCOME_UNKNOWN'])

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

/** What a read leaves to be written: work of its own, and visits to the plants that its answer is of. */
const collectFromRead = () => {
  const left: ((tx: Tx) => Promise<void>)[] = []
  const visited: string[] = []
  return {
    ...{ left, visited },
    afterwards: (work: (tx: Tx) => Promise<void>) => void left.push(work),
    ofPlant: (plantId: string) => void visited.push(plantId),
  }
}

const isOffice = (caller: Caller): boolean => caller.kind === 'user' && caller.usertype === 'admin'

/**
 * The one way into the product: account, limit, role, parse, transaction, run, audit, announce. Both transports call it,
 * so validation, permission and audit are the same on each.
 */
export const createDispatcher = (parts: DispatcherParts): Dispatch => {
  const checkCallLimit = createCallLimits(parts.sharedUse)

  const lookUp = (tx: Tx, { ofDeleted }: ActionDeclaration, caller: Caller, plantId: string) =>
    parts.findStanding(tx, caller, plantId, parts.ports.clock.now(), ofDeleted ? 'deleted' : 'there')

  /** Before anything else is looked at: for who is no member there is no such plant, whatever else was sent. */
  const findStanding = async (declaration: ActionDeclaration, { input, caller }: Call, standing: Standing) => {
    const plantId = isPlantPermission(declaration.permission) ? plantAskedFor(input) : null
    if (plantId === null) return null
    const found = (await lookUp(parts.db, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    Object.assign(standing, { role: found.role, plantId })
    return found.endsAt
  }

  /**
   * Who of the office is let into a plant is kept before anything is answered; also where the plant is named beside the point, as in a
   * calendar, or is one of several.
   */
  const noteVisit = async (declaration: ActionDeclaration, { input, caller }: Call, standing: Standing) => {
    if (!isOffice(caller)) return
    if (standing.plantId !== null) return parts.keepVisit(caller, standing.plantId)
    for (const named of plantsAskedFor(input))
      if (await lookUp(parts.db, declaration, caller, named)) await parts.keepVisit(caller, named)
  }

  // Which handler takes which context is settled by `Handlers`, action by action; here the action is any.
  type AnyHandler = (context: object) => Promise<unknown>

  const attempt = (name: ActionName, handler: AnyHandler | undefined, context: object): Promise<unknown> | undefined =>
    handler?.(context).catch((error: unknown) => {
      if (parts.checkOutput) checkDeclaredRefusal(name, error)
      throw error
    })

  const run = async (name: ActionName, context: object): Promise<unknown> => {
    const output = await attempt(name, parts.handlers[name] as unknown as AnyHandler, context)
    if (parts.checkOutput) checkDeclaredOutput(name, output)
    return output
  }

  /**
   * Holds the plant as it is, and waits for the caller's turn in it where the action is done alone; meanwhile somebody may have ended the
   * caller's own part in it, or archived or deleted it.
   */
  const enterPlant = async (tx: Tx, caller: Caller, plantId: string, declaration: ActionDeclaration): Promise<void> => {
    const { permission, alone } = declaration
    await parts.holdPlant(tx, plantId, alone === 'wholly')
    if (alone) await parts.lockPlant(tx, plantId)
    const { role, isArchived } = (await lookUp(tx, declaration, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    if (isPlantPermission(permission) && !roleMay(role, permission)) return fail('NOT_ALLOWED')
    if (isArchived && isRefusedInArchive(declaration)) return fail('PLANT_ARCHIVED')
  }

  /** The same of an action that names no plant, once it is known which one it concerned. */
  const leaveArchived = async (tx: Tx, caller: Caller, { plantId }: AuditNotes, { inArchive }: ActionDeclaration) => {
    if (plantId === null || inArchive) return
    await parts.holdPlant(tx, plantId, false)
    if ((await parts.findStanding(tx, caller, plantId, parts.ports.clock.now()))?.isArchived) fail('PLANT_ARCHIVED')
  }

  const read = async (name: ActionName, context: { caller: Caller }): Promise<unknown> => {
    const { left, visited, ...given } = collectFromRead()
    const output = await parts.inReadTransaction((tx) => run(name, { ...context, tx, ...given }))
    if (isOffice(context.caller)) for (const plantId of visited) await parts.keepVisit(context.caller, plantId)
    for (const work of left) await parts.inTransaction(work)
    return output
  }

  const dispatchKnown = async (name: ActionName, declaration: ActionDeclaration, call: Call, standing: Standing) => {
    const { caller, requestId } = call
    const { permission } = declaration
    checkAccount(declaration, caller)
    await checkCallLimit(name, declaration, caller)
    const endsAt = await findStanding(declaration, call, standing)
    const input = parseInput(declaration, call.input)
    const { role, plantId } = standing
    if (isPlantPermission(permission) && !(role && roleMay(role, permission))) return fail('NOT_ALLOWED')
    await noteVisit(declaration, call, standing)
    const { announce, collected } = collectAnnouncements()
    const context = { input, caller, role, announce, ports: parts.ports, requestId, fail }
    await attempt(name, parts.beforehand[name] as unknown as AnyHandler, { ...context, endsAt })
    if (declaration.effect === 'read') {
      const answer = await read(name, context)
      // What a read leaves to be written is written by now.
      parts.deliver(collected)
      return answer
    }
    const output = await parts.inTransaction(async (tx) => {
      collected.length = 0
      const notes = beginAuditNotes(tx)
      standing.notes = notes
      if (plantId) await enterPlant(tx, caller, plantId, declaration)
      const result = await run(name, { ...context, tx })
      if (!plantId) await leaveArchived(tx, caller, notes, declaration)
      if (parts.checkOutput) checkDeclaredAbout(name, notes)
      const at = parts.ports.clock.now()
      await writeAudit(tx, { at, caller, plantId, action: name, result: 'ok', requestId, notes })
      return result
    }, call.deadline)
    parts.deliver(collected)
    return output
  }

  const keepRefusal = createRefusalKeeper(parts)

  return async (call) => {
    const standing: Standing = { role: null, plantId: null }
    try {
      const { name, declaration } = declarationOf(call.action)
      return await dispatchKnown(name, declaration, call, standing)
    } catch (error) {
      if (error instanceof Refusal && !ofStorage.has(error.code)) await keepRefusal(call, error, standing)
      throw error
    }
  }
}
