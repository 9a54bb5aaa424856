import { actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import type { RequestHeaders, Sessions } from '../ports/sessions.ts'
import { type Admission, type AdmissionRequest, allowanceKeyOf, createAdmission } from './admission.ts'
import type { Caller } from './caller.ts'
import { inDatabaseLane } from './database-lane.ts'
import { answerWithinDeadline, createDeadline, type Deadline } from './deadline.ts'
import type { Dispatch } from './dispatch.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { callDeadlines, costlyReadCost, heavyCost, longestBlockMs, queueLimits } from './limits.ts'
import type { Log } from './log.ts'
import { type Fail, failWith, Refusal, refusalOf, tooSlow } from './refusal.ts'
import type { SharedUsage } from './shared-usage.ts'
import { createSlowCalls } from './slow-calls.ts'

const fail: Fail<'TOO_MANY_REQUESTS'> = failWith()

/** `outcome`: `ok`, the code of the refusal, or `error`. */
export type MeasuredCall = { action: string; effect: 'read' | 'write' | 'unknown'; outcome: string; seconds: number }

export type IncomingCallParts = {
  dispatch: Dispatch
  sessions: Sessions
  /** Counts and measures an ended call. */
  measure(call: MeasuredCall): void
  /** Counts requests refused unread. */
  refused(request: AdmissionRequest): void
  sharedUse: SharedUsage
  /** Logs the reason of each refused call under the request id in its answer; floods appear only in the metrics. */
  log: Pick<Log, 'info' | 'warn'>
  /** Maximum calls waiting for the database beside those with a place; by default as many as have one. */
  slowPlaces?: number
}

/** An admitted call, as a transport passes it on. */
export type IncomingCall = {
  action: unknown
  input: unknown
  headers: RequestHeaders
  address: string
  requestId: string
  /** The idempotency key, as sent. */
  key?: unknown
  /** Whether the client still waits for the answer when its turn comes. */
  isAwaited?: () => boolean
}

export type IncomingCalls = (call: IncomingCall) => Promise<unknown>

const declarationOf = (action: unknown): ActionDeclaration | null =>
  typeof action === 'string' && Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : null

/** Points of a call; an unknown action costs as much as a read. */
const costOf = (declaration: ActionDeclaration | null): number =>
  declaration?.cost ?? (declaration?.effect === 'write' ? 2 : 1)

/** Shared parts of the transports: admission, the fair queue, and the path of a call to the dispatcher. */
export type CallEntry = {
  admission: Admission
  queue: Pick<FairQueue, 'run'>
  calls: IncomingCalls
  /** How the node serves calls, for its readiness. */
  service: CallService
}

export type CallService = {
  /** Whether calls have waited for some time while no place became free. */
  isBlocked(): boolean
  /** Calls waiting for a turn. */
  waiting(): number
  slowActions(): string[]
}

/** The steps of every call before the dispatcher, on either transport: its cost, its turn, and its session. */
export const openCallEntry = (parts: IncomingCallParts): CallEntry => {
  const { dispatch, sessions, measure, refused: onRefused, sharedUse, log } = parts
  const { slowPlaces = queueLimits.slow.places } = parts
  const admission = createAdmission({ refused: onRefused, sharedUse })
  const queue = createFairQueue({ ...queueLimits, slow: { ...queueLimits.slow, places: slowPlaces } })
  const slowCalls = createSlowCalls(log)

  const answer = async (
    call: IncomingCall,
    declaration: ActionDeclaration | null,
    deadline: Deadline,
  ): Promise<unknown> => {
    const { action, input, headers, address, requestId, key } = call
    const account = sessions.accountOf(headers)
    const cost = costOf(declaration)
    const retryAfterS = admission.charge(account, address, cost - 1)
    if (retryAfterS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS })
    const watched = { action: declaration ? String(action) : 'unknown', requestId }
    // All slow places are taken: another call of a slow action would take a place from the fast ones.
    if (queue.isFullOfSlowWork() && slowCalls.isRunning(watched.action)) throw tooSlow()
    const work = async () => {
      // The client is gone; skip the work.
      if (call.isAwaited?.() === false) return fail('TOO_MANY_REQUESTS', { retryAfterS: 1 })
      deadline.check()
      const hasInvalidToken = headers.authorization !== undefined
      const caller: Caller = (await sessions.find(headers)) ?? { kind: 'anonymous', address, hasInvalidToken }
      return dispatch({ action, input, caller, address, requestId, key, deadline })
    }
    // A caller's heavy calls run one at a time.
    const workOrRefuse = () =>
      work().catch((error: unknown) => {
        throw refusalOf(error) ?? error
      })
    const leaveQueue = await queue.enter(allowanceKeyOf(account, address), {
      places: cost >= heavyCost ? queueLimits.placesPerCaller : 1,
      isCostly: declaration?.effect === 'read' && cost >= costlyReadCost,
    })
    try {
      return await inDatabaseLane({ kind: 'call', deadline }, () => slowCalls.watch(watched, workOrRefuse))
    } finally {
      leaveQueue()
    }
  }

  const calls: IncomingCalls = async (call) => {
    const startedAt = performance.now()
    const declaration = declarationOf(call.action)
    const action = declaration ? String(call.action) : 'unknown'
    let outcome = 'ok'
    try {
      const deadline = createDeadline(callDeadlines.abandonMs)
      return await answerWithinDeadline(answer(call, declaration, deadline), deadline, callDeadlines)
    } catch (error) {
      outcome = error instanceof Refusal ? error.code : 'error'
      if (error instanceof Refusal && error.code !== 'TOO_MANY_REQUESTS')
        log.info({ requestId: call.requestId, action, error: error.code }, 'call refused')
      throw error
    } finally {
      const seconds = (performance.now() - startedAt) / 1000
      measure({ action, effect: declaration?.effect ?? 'unknown', outcome, seconds })
    }
  }

  return {
    admission,
    queue: { run: (key, work, load) => queue.run(key, () => inDatabaseLane({ kind: 'call' }, work), load) },
    calls,
    service: {
      isBlocked: () => queue.blockedMs() > longestBlockMs,
      waiting: () => queue.size().waiting,
      slowActions: slowCalls.actions,
    },
  }
}
