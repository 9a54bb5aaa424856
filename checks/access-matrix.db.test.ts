import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission, type plantRoles, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../server/src/kernel/caller.ts'
import { anonymous, createTestServer, type TestServer } from '../server/src/testing/test-server.ts'
import { type Sample, sampleInputs } from './sample-inputs.ts'

/** Everybody who can ask, by the short names of the acceptance checks. */
const callerNames = ['IA', 'IS', 'IR', 'CO', 'CS', 'AD', 'BA', 'NM', 'BU', 'SU', 'OUT'] as const
type CallerName = (typeof callerNames)[number]

const roleOf: Partial<Record<CallerName, (typeof plantRoles)[number]>> = {
  IA: 'installerAdministrator',
  IS: 'installerStaff',
  IR: 'installerReadOnly',
  CO: 'clientOwner',
  CS: 'clientStaff',
  AD: 'installerAdministrator',
}

/** What the declaration says: the code of the refusal, or null for allowed. */
const expected = (declaration: ActionDeclaration, name: CallerName): string | null => {
  const { permission } = declaration
  if (permission === 'public') return null
  if (name === 'OUT') return 'NOT_SIGNED_IN'
  if (permission === 'account') return null
  if (name === 'SU') return 'ACCOUNT_SUSPENDED'
  if (isPlantPermission(permission)) {
    const role = roleOf[name]
    if (!role) return 'PLANT_NOT_FOUND'
    return roleMay(role, permission) ? null : 'NOT_ALLOWED'
  }
  const may: Record<string, readonly CallerName[]> = {
    signedIn: callerNames,
    'plants.create': ['IA', 'IS', 'IR', 'NM', 'AD', 'BA'],
    'admin.nto': ['AD'],
    'admin.ba': ['AD', 'BA'],
  }
  return may[permission]?.includes(name) ? null : 'NOT_ALLOWED'
}

/** Codes that say who may ask; any other code means that the asker was let in. */
const accessCodes = ['NOT_SIGNED_IN', 'ACCOUNT_SUSPENDED', 'NOT_ALLOWED', 'PLANT_NOT_FOUND']

let server: TestServer
let callers: Record<CallerName, Caller>
let sample: Sample

beforeAll(async () => {
  server = await createTestServer()
  const { given } = server
  const client = () => given.user({ usertype: 'client' })
  const [IA, IS, IR, CO, CS] = [
    await given.user(),
    await given.user(),
    await given.user(),
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
  const plantId = await given.plant({ members })
  await given.unit(plantId)
  callers = {
    ...{ IA, IS, IR, CO, CS },
    AD: await given.user({ usertype: 'admin', scope: 'nto' }),
    BA: await given.user({ usertype: 'admin', scope: 'ba', area: 'NO' }),
    NM: await given.user(),
    BU: await given.user({ usertype: 'basic' }),
    SU: await given.user({ suspended: true }),
    OUT: anonymous,
  }
  sample = { plantId, userId: randomUUID(), otherId: randomUUID() }
})
afterAll(() => server.stop())

describe.each(Object.keys(actions) as ActionName[])('%s', (action) => {
  it.each(callerNames)('answers %s as it is declared', async (name) => {
    const declaration: ActionDeclaration = actions[action]
    const code = await server.as(callers[name]).refusal(action, sampleInputs(sample)[action])
    const seen = code !== null && accessCodes.includes(code) ? code : null
    // A basic account that has completed its profile is one no longer: this refusal is the handler's own.
    if (action === 'completeProfile' && seen === 'NOT_ALLOWED') return
    expect(seen).toBe(expected(declaration, name))
    if (seen === null) expect(code).not.toBe('INVALID_INPUT')
  })
})

it('refuses a plant that does not exist, one of others and one that was deleted in the same way', async () => {
  const foreign = await server.given.plant({})
  const deleted = await server.given.plant({})
  await server.given.removedPlant(deleted)
  for (const plantId of [foreign, deleted, randomUUID()])
    expect(await server.as(callers.IA).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
})

it('is written down in docs/access-matrix.md', () => {
  const lines = (Object.keys(actions) as ActionName[]).sort().map((action) => {
    const declaration: ActionDeclaration = actions[action]
    const cells = callerNames.map((name) => (expected(declaration, name) === null ? 'yes' : '–'))
    return `| ${action} | ${declaration.permission} | ${declaration.effect} | ${cells.join(' | ')} |`
  })
  const page = [
    '# Who may do what',
    '',
    'Written by `checks/access-matrix.db.test.ts` from the declarations in `contract/`, each cell tested against the dispatcher.',
    'IA IS IR CO CS are the roles in the plant; AD and BA administrators (BA outside the area), NM no member, BU basic account, SU suspended, OUT signed out.',
    '',
    `| action | permission | effect | ${callerNames.join(' | ')} |`,
    `|---|---|---|${callerNames.map(() => '---').join('|')}|`,
    ...lines,
    '',
  ].join('\n')
  const path = new URL('../docs/access-matrix.md', import.meta.url)
  if (process.env.UPDATE_DOCS) writeFileSync(path, page)
  expect(readFileSync(path, 'utf8')).toBe(page)
})
