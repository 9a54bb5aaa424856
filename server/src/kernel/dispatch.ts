import { createHash } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { idempotencyKeyPattern } from '@vigilux/contract/kernel/idempotency-key.ts'
import { isPlantPermission, type Permission } from '@vigilux/contract/kernel/permissions.ts'
import { coversScope } from '@vigilux/contract/kernel/token-scopes.ts'
import { requiredScope } from '@vigilux/contract/required-scope.ts'
import { writeAudit } from './audit.store.ts'
import { createCallLimits } from './call-limit.ts'
import { type Caller, type CallerToken, closedAccount } from './caller.ts'
import { checkDeclaredAuditTarget, checkDeclaredOutput, checkDeclaredRefusal } from './check-declared.ts'
import { checkRole, createRoleChecks, isOffice, type RoleCheckParts } from './check-role.ts'
import type { Deadline } from './deadline.ts'
import { fieldRefusals } from './field-refusals.ts'
import type { Handlers, PreHandlers } from './handler.ts'
import { claimKey, findAnswered, type IdempotentCall, saveAnswer } from './idempotency.store.ts'
import { type CallAccess, createRefusalRecorder } from './record-refusal.ts'
import { type Fail, failWith, Refusal } from './refusal.ts'
import { withoutSecrets } from './secret-output.ts'
import type { SecurityLog } from './security-log.ts'
import type { SharedUsage } from './shared-usage.ts'
import { traced } from './tracing.ts'
import type { Tx } from './transaction.ts'
import type { InTransaction, Work } from './work.ts'

const fail: Fail<
  | 'UNKNOWN_ACTION'
  | 'INVALID_INPUT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'NOT_SIGNED_IN'
  | 'ACCOUNT_SUSPENDED'
  | 'DECLARATIONS_MISSING'
  | 'NOT_ALLOWED'
> = failWith()

/** The call as its key identifies it; null for a read, without a key, and for a caller without an account. */
const idempotentCall = (
  action: string,
  { effect }: ActionDeclaration,
  { key, caller }: { key?: unknown; caller: Caller },
  input: unknown,
): IdempotentCall | null => {
  if (key === undefined || effect === 'read') return null
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
    return fail('INVALID_INPUT', { fields: [{ path: 'key', code: 'invalid_format' }] })
  if (caller.kind !== 'user') return null
  const payloadHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url')
  return { accountId: caller.token?.id ?? caller.userId, action, key, payloadHash }
}

const answerOf = (storedAnswer: { payloadHash: string; output: unknown }, call: IdempotentCall): { output: unknown } =>
  storedAnswer.payloadHash === call.payloadHash ? { output: storedAnswer.output } : fail('IDEMPOTENCY_KEY_REUSED')

/** The stored answer of an earlier call with the same key, or null. */
const findEarlierAnswer = async (tx: Tx, call: IdempotentCall, now: Date): Promise<{ output: unknown } | null> => {
  const storedAnswer = await findAnswered(tx, call, now)
  return storedAnswer && answerOf(storedAnswer, call)
}

/** Runs a write once per key: a repetition returns the earlier answer without running it. */
const runOnce = async (
  tx: Tx,
  { call, declaration, now }: { call: IdempotentCall | null; declaration: ActionDeclaration; now: Date },
  run: () => Promise<unknown>,
): Promise<unknown> => {
  if (call === null) return run()
  const storedAnswer = await claimKey(tx, call, now)
  if (storedAnswer) return answerOf(storedAnswer, call).output
  const output = await run()
  await saveAnswer(tx, call, withoutSecrets(output, declaration.secretOutput ?? []))
  return output
}

/** Dependencies of the dispatcher. */
export type DispatcherParts = RoleCheckParts & {
  /** By action. Those that `contract/src/features/<noun>` declares are in `server/src/features/<noun>`. */
  handlers: Handlers
  preHandlers: PreHandlers
  inTransaction: InTransaction
  /** The same for reads: a read-only snapshot of the database. */
  inReadTransaction: InTransaction
  /** Records refusals to callers without access. */
  security: Pick<SecurityLog, 'add'>
  /** Treats undeclared answers and refusals as defects; on in tests. */
  checkOutput?: boolean
  /** Shares call counts with the other nodes. */
  sharedUse?: SharedUsage
}

export type Call = {
  action: unknown
  input: unknown
  caller: Caller
  /** Address of the caller, for the security log. */
  address?: string
  requestId: string
  /** The idempotency key, as sent. */
  key?: unknown
  /** Unlimited when left out. */
  deadline?: Deadline
}
export type Dispatch = (call: Call) => Promise<unknown>

const declarationOf = (action: unknown): { name: ActionName; declaration: ActionDeclaration } =>
  typeof action === 'string' && Object.hasOwn(actions, action)
    ? { name: action as ActionName, declaration: actions[action as ActionName] }
    : fail('UNKNOWN_ACTION')

/** Refusals caused by the state of the database. They say nothing about the caller, and are not recorded. */
const databaseRefusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['STORAGE_SLOW', 'OUTCOME_UNKNOWN'])
const isDatabaseRefusal = ({ code }: Refusal): boolean => databaseRefusals.has(code)

type AccountClaim = (caller: Caller) => boolean
const isAdmin: AccountClaim = (caller) => caller.kind === 'user' && caller.usertype === 'admin'

/** Requirements of a permission without a plant on the account. */
const accountClaims: Partial<Record<Permission, AccountClaim>> = {
  'plants.create': (caller) => isAdmin(caller) || (caller.kind === 'user' && caller.usertype === 'installer'),
  'admin.nto': (caller) => isAdmin(caller) && caller.kind === 'user' && caller.scope === 'nto',
  'admin.ba': isAdmin,
}

/** A token needs the scope of the action. A restricted one creates no plants, because they would not exist for it. */
const mayToken = ({ scopes, plantIds }: CallerToken, declaration: ActionDeclaration): boolean => {
  const scope = requiredScope(declaration)
  if (declaration.permission === 'plants.create' && plantIds !== null) return false
  return scope !== null && coversScope(scopes, scope)
}

const checkAccount = (declaration: ActionDeclaration, caller: Caller) => {
  const { permission } = declaration
  if (caller.kind !== 'user') {
    if (permission !== 'public' || caller.hasInvalidToken) fail('NOT_SIGNED_IN')
    return
  }
  if (permission === 'public') return
  const closed = closedAccount(caller)
  if (closed && permission !== 'account') fail(closed)
  else if (caller.token && !mayToken(caller.token, declaration)) fail('NOT_ALLOWED')
  else if (accountClaims[permission]?.(caller) === false) fail('NOT_ALLOWED')
}

const parseInput = (declaration: ActionDeclaration, input: unknown): Record<string, unknown> => {
  const parsed = declaration.input.safeParse(input)
  return parsed.success ? parsed.data : fail('INVALID_INPUT', { fields: fieldRefusals(parsed.error) })
}

/** Writes deferred by a read: its own work, and the office's visits to the plants in its answer. */
const createDeferredWrites = () => {
  const deferredWrites: ((work: Work) => Promise<void>)[] = []
  const visitedPlantIds: string[] = []
  return {
    deferredWrites,
    visitedPlantIds,
    deferWrite: (write: (work: Work) => Promise<void>) => void deferredWrites.push(write),
    setAnsweredPlant: (plantId: string) => void visitedPlantIds.push(plantId),
  }
}

/**
 * The answer to the first call with this key. A repetition may otherwise be refused because the first call succeeded,
 * as after leaving a plant.
 */
const answerEarlier = async (
  { db, ports }: DispatcherParts,
  name: ActionName,
  declaration: ActionDeclaration,
  call: Call,
): Promise<{ output: unknown } | null> => {
  const parsed = declaration.input.safeParse(call.input)
  const keyedCall = parsed.success ? idempotentCall(name, declaration, call, parsed.data) : null
  return keyedCall && findEarlierAnswer(db, keyedCall, ports.clock.now())
}

/**
 * The single entry to the product: account, limit, role, parse, transaction, run, audit. Both transports call it, so
 * validation, permissions and audit are the same on each.
 */
export const createDispatcher = (parts: DispatcherParts): Dispatch => {
  const checkCallLimit = createCallLimits(parts.sharedUse)
  const { lookUpRole, recordVisit, lockPlantAndCheckRole, checkNotArchived } = createRoleChecks(parts)

  // `Handlers` types the context per action; here the action is any.
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

  const read = async (name: ActionName, { caller, deadline }: Call, context: object): Promise<unknown> => {
    const { deferredWrites, visitedPlantIds, ...readContext } = createDeferredWrites()
    const output = await parts.inReadTransaction((work) => run(name, { ...context, work, ...readContext }), deadline)
    // An abandoned read writes nothing.
    deadline?.check()
    if (isOffice(caller)) for (const plantId of visitedPlantIds) await parts.recordOfficeVisit(caller, plantId)
    for (const write of deferredWrites) await parts.inTransaction(write, deadline)
    return output
  }

  type Writing = {
    name: ActionName
    declaration: ActionDeclaration
    call: Call
    access: CallAccess
    context: object
  }

  const write = async (work: Work, { name, declaration, call, access, context }: Writing): Promise<unknown> => {
    const { caller, requestId } = call
    const { plantId } = access
    const { tx, now: at, audit: notes } = work
    access.notes = notes
    if (plantId) await lockPlantAndCheckRole(tx, caller, plantId, declaration)
    const output = await run(name, { ...context, work })
    if (!plantId) await checkNotArchived(tx, caller, notes, declaration)
    if (parts.checkOutput) checkDeclaredAuditTarget(name, notes)
    await writeAudit(tx, { at, caller, plantId, action: name, result: 'ok', requestId, notes })
    return output
  }

  const dispatchAdmitted = async (name: ActionName, declaration: ActionDeclaration, call: Call, access: CallAccess) => {
    const { caller, requestId } = call
    const { permission } = declaration
    const endsAt = await lookUpRole(declaration, call, access)
    const { role } = access
    // Refuse before validating the input: a role without the permission learns nothing about it.
    if (role) checkRole(role, permission)
    const input = parseInput(declaration, call.input)
    if (!role && isPlantPermission(permission)) return fail('NOT_ALLOWED')
    const keyedCall = idempotentCall(name, declaration, call, input)
    await recordVisit(declaration, call, access)
    const context = { input, caller, role, requestId }
    const preContext = { ...context, endsAt, ports: parts.ports, fail: failWith() }
    await attempt(name, parts.preHandlers[name] as unknown as AnyHandler, preContext)
    if (declaration.effect === 'read') return read(name, call, context)
    return parts.inTransaction((work) => {
      const idempotency = { call: keyedCall, declaration, now: work.now }
      return runOnce(work.tx, idempotency, () => write(work, { name, declaration, call, access, context }))
    }, call.deadline)
  }

  const dispatchKnown = async (name: ActionName, declaration: ActionDeclaration, call: Call, access: CallAccess) => {
    checkAccount(declaration, call.caller)
    await checkCallLimit(name, declaration, call.caller)
    try {
      return await dispatchAdmitted(name, declaration, call, access)
    } catch (error) {
      if (call.key === undefined || !(error instanceof Refusal) || isDatabaseRefusal(error)) throw error
      const earlier = await answerEarlier(parts, name, declaration, call)
      if (!earlier) throw error
      return earlier.output
    }
  }

  const recordRefusal = createRefusalRecorder(parts)

  return async (call) => {
    const access: CallAccess = { role: null, plantId: null }
    try {
      const { name, declaration } = declarationOf(call.action)
      const attributes = { 'vigilux.request': call.requestId, 'vigilux.caller': call.caller.kind }
      return await traced(`call ${name}`, attributes, () => dispatchKnown(name, declaration, call, access))
    } catch (error) {
      if (error instanceof Refusal && !isDatabaseRefusal(error)) await recordRefusal(call, error, access)
      throw error
    }
  }
}
