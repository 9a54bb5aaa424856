import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantPro } from '../server/src/features/plants/index.ts'
import type { User } from '../server/src/kernel/caller.ts'
import { insertLamps, lampDetailFixture } from '../server/src/testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../server/src/testing/test-server.ts'
import { sampleInputs } from './sample-inputs.ts'
import { typesWith } from './types-with.ts'

/** Refusals common to all actions on a unit: unknown unit, not acquired, busy, or not capable. */

/** These name their own operation, test, snapshot or unit: `indirect-unit-refusals.db.test.ts`, and their features. */
const untestedActions: readonly ActionName[] = [
  ...(['continueOperation', 'continueBundle', 'undoOperation', 'restoreSnapshot', 'stopTest'] as const),
  ...([
    'substituteCu',
    'removeCu',
    'replacedCu',
    'enrollCu',
    'deEnrollCu',
    'saveCuDescription',
    'getShadow',
    'enrollCuAck',
    // Answers for each unit separately.
    'startTests',
    // Names a unit only if the entry is about one.
    'addLogbookEntry',
    // Names the round first.
    'addToRound',
    // Optional: names a unit only if it is about one.
    'getEnergy',
    'getEnergySummary',
    // Names the zone first.
    'updateZoneLamps',
    'createMonitoringZone',
    'updateMonitoringZone',
    'updateZoneEnergyLamps',
    // Name the plan first.
    'aggiornaMappe',
    'aggiornaMappePost',
    // Names the aggregation first.
    'showSceneOnLamps',
    // Name a unit only if one of its inputs starts the scene.
    'saveScene',
    'updateScene',
  ] as const),
]
const plainActions = ['cablecomCommand', 'gatewayCommand', 'logicaCommand', 'sicuroCommand'] as const
const mac = 'AABBCCDDEEFF'

const refusing = (code: ErrorCode): ActionName[] =>
  (Object.keys(actions) as ActionName[]).filter(
    (action) => !untestedActions.includes(action) && (actions[action].errors as readonly string[]).includes(code),
  )

let server: TestServer
let installer: User
let plantId: string
let withoutUnit: string
let notAcquired: string

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  const members = { installerAdministrator: installer.userId }
  plantId = await server.create.plant({ members })
  withoutUnit = await server.create.plant({ members })
  notAcquired = await server.create.plant({ members })
  const unit = { cuType: 'logica', cuId: '0A1B2C', description: '' }
  await server.as(installer).call('saveCu', { plantId: notAcquired, ...unit })
  await server.create.unit(plantId)
  await insertLamps(server, plantId, [
    { addr: 1, serial: 'A1B2C3', detail: lampDetail.parse({ params: { opticom: 20 } }) },
  ])
  await lampDetailFixture(server, 'logica_0A1B2C', {
    relay: { on: false },
    contacts: [{ number: 1, signal: 'off', conjunction: 'or', activationDelayS: 0 }],
    bluetooth: [device(mac)],
  })
})
afterAll(() => server.stop())

const device = (address: string) => ({
  mac: address,
  serial: null,
  kind: 'unknown' as const,
  inSight: true,
  validated: null,
  reason: null,
  signal: null,
  lastSeen: null,
})

/** Sample inputs acceptable to a unit with this lamp and this device. */
const inputOf = (action: ActionName, plant: string) => {
  const otherId = randomUUID()
  const sample = sampleInputs({ plantId: plant, userId: otherId, otherId })[action]
  if (action.endsWith('Command') && action !== 'gatewayCommand') return { ...sample, command: 'emergencyOn' }
  if (action === 'gatewayInsertMac') return { ...sample, mac: '112233445566' }
  return action === 'gatewayInsertSerial' ? { ...sample, serial: 'FFFFFF' } : sample
}
const refusal = (action: ActionName, plant: string) => server.as(installer).refusal(action, inputOf(action, plant))

/** The actions without a refusal by this code. */
const notRefusing = async (
  code: ErrorCode,
  names: readonly ActionName[],
  requestRefusal: (action: ActionName) => Promise<string | null>,
): Promise<string[]> => {
  expect(names.length).toBeGreaterThan(0)
  const failures: string[] = []
  for (const action of names) {
    const answerCode = await requestRefusal(action)
    if (answerCode !== code) failures.push(`${action}: ${answerCode}`)
  }
  return failures
}

it('actions refuse a unit of another plant', async () => {
  const requestRefusal = (action: ActionName) =>
    action === 'getLamps'
      ? server.as(installer).refusal(action, { plantId: withoutUnit, topic: 'logica_0A1B2C' })
      : refusal(action, withoutUnit)
  expect(await notRefusing('UNIT_NOT_FOUND', refusing('UNIT_NOT_FOUND'), requestRefusal)).toEqual([])
})

it('actions refuse a unit that the plant has not acquired', async () => {
  const requestRefusal = (action: ActionName) => refusal(action, notAcquired)
  expect(await notRefusing('UNIT_NOT_ACQUIRED', refusing('UNIT_NOT_ACQUIRED'), requestRefusal)).toEqual([])
})

it('actions refuse a unit type that is not enabled after Pro has expired', async () => {
  const proUntil = (at: Date) => grantPro(server.database.db, plantId, at)
  const now = server.clock.time
  // The plant's first unit has another type.
  server.clock.time = new Date(now.getTime() - 1000)
  await server.create.unit(plantId, 'cablecom', '0000AA')
  server.clock.time = now
  await proUntil(now)
  const names = refusing('UNIT_TYPE_NOT_ENABLED').filter((action) => action !== 'saveCu')
  expect(await notRefusing('UNIT_TYPE_NOT_ENABLED', names, (action) => refusal(action, plantId))).toEqual([])
  await proUntil(new Date(now.getTime() + 365 * 86_400_000))
})

it('actions refuse a unit type without the command', async () => {
  server.ports.devices = { types: typesWith({ commands: [] }) }
  const requestRefusal = (action: ActionName) => refusal(action, plantId)
  expect(await notRefusing('COMMAND_UNKNOWN', refusing('COMMAND_UNKNOWN'), requestRefusal)).toEqual([])
})

it('actions refuse a unit that runs an exclusive operation', async () => {
  server.ports.devices = { types: unitTypes }
  await server.as(installer).call('configureUnit', { plantId, topic: 'logica_0A1B2C', request: { mode: 'append' } })
  const commands = Object.values(unitTypes).flatMap((type) => type.facts.commands)
  const requestRefusal = (action: ActionName) => {
    const plainAction = plainActions.find((one) => one === action)
    server.ports.devices = { types: typesWith(plainAction ? { commands, commandAction: plainAction } : { commands }) }
    return refusal(action, plantId)
  }
  expect(await notRefusing('UNIT_BUSY', refusing('UNIT_BUSY'), requestRefusal)).toEqual([])
})
