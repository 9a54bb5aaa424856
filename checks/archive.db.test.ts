import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { isPlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../server/src/kernel/caller.ts'
import { createTestServer, type TestServer } from '../server/src/testing/test-server.ts'
import { sampleInputs } from './sample-inputs.ts'

/** Tries each action of the contract on an archived plant, with the real dispatcher. */

/** Writes allowed in an archived plant, repeated here on purpose: documents, personal data, and closing open items. */
const allowed = [
  'archivePlant',
  'unarchivePlant',
  'removePlant',
  'restorePlant',
  'downloadAttachment',
  'downloadReport',
  'createPlantExport',
  'downloadPlantExport',
  'exportLogbook',
  'exportDeletedLogbook',
  'createReport',
  'createGlobalReport',
  'createBillReport',
  'createHandoverReport',
  'createLogbookReport',
  'createEnergyReport',
  'createFloorPlanReport',
  'saveView',
  'removeView',
  'saveReportMail',
  'abilitaNotificheErrori',
  'saveNotificationsOnProfile',
  'revokeBleReport',
  'revokeInspectorLink',
  'revokePlantAccessToken',
]

const ofPlants = (Object.entries(actions) as [ActionName, ActionDeclaration][]).filter(([, { permission }]) =>
  isPlantPermission(permission),
)
const namesOf = (effect: 'read' | 'write') => ofPlants.filter(([, one]) => one.effect === effect).map(([name]) => name)

let server: TestServer
let administrator: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: administrator.userId } })
  await server.create.unit(plantId)
  await server.as(administrator).call('archivePlant', { plantId })
  server.published.length = 0
})
afterAll(() => server.stop())

const codeOf = (action: ActionName): Promise<unknown> =>
  server
    .dispatch({
      action,
      input: sampleInputs({ plantId, userId: randomUUID(), otherId: randomUUID() })[action],
      caller: administrator,
      requestId: randomUUID(),
    })
    .then(
      () => null,
      (error: { code?: string }) => error.code ?? String(error),
    )

const archivedAmong = async (names: readonly string[]): Promise<string[]> => {
  const refusedActions: string[] = []
  for (const name of names) if ((await codeOf(name as ActionName)) === 'PLANT_ARCHIVED') refusedActions.push(name)
  return refusedActions
}

it('an archived plant refuses all other writes and sends nothing to units', async () => {
  const writes = namesOf('write').filter((name) => !allowed.includes(name))
  expect(await archivedAmong(writes)).toEqual(writes)
  await server.sender.turn()
  expect(server.published).toEqual([])
})

it('an archived plant allows every read and sends nothing to units', async () => {
  expect(await archivedAmong(namesOf('read'))).toEqual([])
  expect(server.published).toEqual([])
})

it('an archived plant allows the listed writes', async () => {
  expect(await archivedAmong(allowed.filter((name) => !name.endsWith('Plant')))).toEqual([])
})

it('the action declarations allow the same writes', () => {
  const declared = ofPlants.filter(([, { inArchive }]) => inArchive).map(([name]) => name)
  expect(declared.sort()).toEqual([...allowed].sort())
})
