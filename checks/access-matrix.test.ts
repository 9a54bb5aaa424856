import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { expect, it } from 'vitest'
import type { Caller, User } from '../server/src/kernel/caller.ts'
import { createDispatcher } from '../server/src/kernel/dispatch.ts'
import type { Handlers } from '../server/src/kernel/handler.ts'
import { Refusal } from '../server/src/kernel/refusal.ts'
import type { Tx } from '../server/src/kernel/transaction.ts'
import type { Ports } from '../server/src/ports/ports.ts'
import { workOn } from '../server/src/testing/test-work.ts'
import { type CallerName, callerNames, expectedRefusal, roleOf } from './access.ts'
import { sampleInputs } from './sample-inputs.ts'

/**
 * Access of each caller to each action. This half is pure: the real dispatcher checks permissions, with stubs as roles
 * and handlers. `access-matrix.db.test.ts` uses real accounts, roles and handlers.
 */

const names = (Object.keys(actions) as ActionName[]).sort()
const declarationOf = (action: ActionName): ActionDeclaration => actions[action]

const handlerReached = new Error('The handler was reached')
const stubs = Object.fromEntries(
  names.map((name) => [name, () => Promise.reject(handlerReached)]),
) as unknown as Handlers

const account = (name: string, facts: Partial<User>): User => ({
  kind: 'user',
  userId: name,
  sessionId: name,
  name,
  email: `${name}@demo.vigilux.test`,
  language: 'en',
  usertype: 'installer',
  scope: null,
  suspended: false,
  declarationsMissing: false,
  token: null,
  ...facts,
})
const callers: Record<CallerName, Caller> = {
  IA: account('IA', {}),
  IS: account('IS', {}),
  IR: account('IR', {}),
  CO: account('CO', { usertype: 'client' }),
  CS: account('CS', { usertype: 'client' }),
  AD: account('AD', { usertype: 'admin', scope: 'nto' }),
  BA: account('BA', { usertype: 'admin', scope: 'ba' }),
  NM: account('NM', {}),
  BU: account('BU', { usertype: 'basic' }),
  SU: account('SU', { suspended: true }),
  UD: account('UD', { declarationsMissing: true }),
  OUT: { kind: 'anonymous', address: '127.0.0.1' },
}

/** Accepts the audit row of a refusal, the only write before a handler runs. */
const db = { insert: () => ({ values: async () => undefined }) } as unknown as Tx
const input = sampleInputs({ plantId: randomUUID(), userId: randomUUID(), otherId: randomUUID() })

/** The refusal code for a caller, or null if the handler was reached. */
const refusalOf = async (action: ActionName, name: CallerName): Promise<string | null> => {
  const dispatch = createDispatcher({
    handlers: stubs,
    preHandlers: {},
    ports: { clock: { now: () => new Date() } } as Ports,
    db,
    inTransaction: (run) => run(workOn(db)),
    inReadTransaction: (run) => run(workOn(db)),
    findPlantAccess: async () => {
      const role = roleOf[name]
      return role ? { role, isArchived: false, endsAt: null } : null
    },
    lockPlantState: async () => undefined,
    recordOfficeVisit: async () => undefined,
    lockPlant: async () => undefined,
    security: { add: () => undefined },
  })
  try {
    await dispatch({ action, input: input[action], caller: callers[name], requestId: randomUUID() })
  } catch (error) {
    if (error === handlerReached) return null
    if (error instanceof Refusal) return error.code
    throw error
  }
  throw new Error('A stub answered')
}

it('each action admits callers with its permission and refuses others with the right code', async () => {
  const failures = await Promise.all(
    names.flatMap((action) =>
      callerNames.map(async (name) => {
        const [code, expected] = [
          await refusalOf(action, name),
          expectedRefusal(declarationOf(action).permission, name),
        ]
        return code === expected ? [] : [`${action} as ${name}: ${code} instead of ${expected}`]
      }),
    ),
  )
  expect(failures.flat()).toEqual([])
})
