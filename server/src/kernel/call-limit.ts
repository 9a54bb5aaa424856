import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration, CallLimit } from '@vigilux/contract/kernel/action.ts'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Caller, callerKey } from './caller.ts'
import { type Fail, failWith } from './refusal.ts'
import { localUsageOnly, type SharedUsage } from './shared-usage.ts'

const fail: Fail<'TOO_MANY_REQUESTS'> = failWith()

/** Default call limits by effect: generous to people, tight to loops. */
const defaultLimits: Record<ActionDeclaration['effect'], CallLimit> = {
  read: { calls: 1200, windowS: 60 },
  write: { calls: 240, windowS: 60 },
}

/** Limits calls by action and caller, counted over all nodes. A refusal names the seconds after which to retry. */
export const createCallLimits = (sharedUse: SharedUsage = localUsageOnly) => {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (action: string, { limit, effect }: ActionDeclaration): RateLimiterMemory => {
    const existing = limiters.get(action)
    if (existing) return existing
    const { calls, windowS } = limit ?? defaultLimits[effect]
    const limiter = new RateLimiterMemory({ points: calls, duration: windowS })
    limiters.set(action, limiter)
    return limiter
  }
  const recordUsage = sharedUse.share('action', (key, points) => {
    const [action = '', caller = ''] = key.split(' ')
    if (Object.hasOwn(actions, action)) void limiterOf(action, actions[action as ActionName]).penalty(caller, points)
  })
  return async (action: string, declaration: ActionDeclaration, caller: Caller): Promise<void> => {
    try {
      await limiterOf(action, declaration).consume(callerKey(caller))
      recordUsage(`${action} ${callerKey(caller)}`, 1)
    } catch (rejection) {
      const waitMs = (rejection as { msBeforeNext?: number }).msBeforeNext ?? 1000
      fail('TOO_MANY_REQUESTS', { retryAfterS: Math.ceil(waitMs / 1000) })
    }
  }
}
