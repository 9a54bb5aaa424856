import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import type { Permission } from '@vigilux/contract/kernel/permissions.ts'
import { refusalsOf } from '@vigilux/contract/refusals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../server/src/kernel/caller.ts'
import { Refusal } from '../server/src/kernel/refusal.ts'
import { anonymous, createTestServer, type TestServer } from '../server/src/testing/test-server.ts'
import { accessCodes, type CallerName, callerNames, callersByPermission, expectedRefusal } from './access.ts'
import { type Sample, sampleInputs } from './sample-inputs.ts'

/**
 * The half of the access matrix with a database. It proves the access of real accounts once per permission and caller.
 * One call by an allowed caller proves each handler. `access-matrix.test.ts` proves the permission of each action.
 */

const names = Object.keys(actions) as ActionName[]
const declarationOf = (action: ActionName): ActionDeclaration => actions[action]
/** The first action of each permission in use. */
const examples = new Map<Permission, ActionName>(
  names.toReversed().map((action) => [declarationOf(action).permission, action]),
)

let server: TestServer
let callers: Record<CallerName, Caller>
let sample: Sample

/** The result of a call. Any declared outcome is accepted here, so none counts as exercised by a test. */
const refusal = async (caller: Caller, action: ActionName): Promise<ErrorCode | null> => {
  const call = { action, input: sampleInputs(sample)[action], caller, requestId: randomUUID() }
  try {
    await server.dispatch(call)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

beforeAll(async () => {
  server = await createTestServer()
  const { create: fixtures } = server
  const client = () => fixtures.user({ usertype: 'client' })
  const [IA, IS, IR, CO, CS] = [
    await fixtures.user(),
    await fixtures.user(),
    await fixtures.user(),
    await client(),
    await client(),
  ]
  const members = {
    installerAdministrator: IA.userId,
    installerStaff: IS.userId,
    installerReadOnly: IR.userId,
    clientOwner: CO.userId,
    clientStaff: CS.userId,
  }
  const plantId = await fixtures.plant({ members })
  await fixtures.unit(plantId)
  callers = {
    IA,
    IS,
    IR,
    CO,
    CS,
    AD: await fixtures.user({ usertype: 'admin', scope: 'nto' }),
    BA: await fixtures.user({ usertype: 'admin', scope: 'ba', area: 'NO' }),
    NM: await fixtures.user(),
    BU: await fixtures.user({ usertype: 'basic' }),
    SU: await fixtures.user({ suspended: true }),
    UD: { ...(await fixtures.user()), declarationsMissing: true },
    OUT: anonymous,
  }
  sample = { plantId, userId: randomUUID(), otherId: randomUUID() }
})
afterAll(() => server.stop())

it('every caller has the access that their role and permission give', async () => {
  const failures: string[] = []
  for (const [permission, action] of examples)
    for (const name of callerNames) {
      const code = await refusal(callers[name], action)
      const access = accessCodes.includes(code) ? code : null
      const isDeclared = code === null || refusalsOf(action).includes(code)
      if (!isDeclared || access !== expectedRefusal(permission, name)) failures.push(`${action} as ${name}: ${code}`)
    }
  expect(failures).toEqual([])
})

/** The caller of an action. Only callers without a complete profile try to complete one. */
const bySomebodyAllowed = (action: ActionName): CallerName =>
  action === 'completeProfile' ? 'BU' : (callersByPermission[declarationOf(action).permission][0] ?? 'IA')

it('every action answers, or refuses with a code that it declares', async () => {
  const failures: string[] = []
  for (const action of names) {
    const code = await refusal(callers[bySomebodyAllowed(action)], action)
    if (code !== null && !declarationOf(action).errors.includes(code)) failures.push(`${action}: ${code}`)
  }
  expect(failures).toEqual([])
})

it('missing, deleted and foreign plants get the same refusal', async () => {
  const otherPlantId = await server.create.plant({})
  const deleted = await server.create.plant({})
  await server.create.removePlant(deleted)
  for (const plantId of [otherPlantId, deleted, randomUUID()])
    expect(await server.as(callers.IA).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
})
