import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from './plant-with-unit.ts'

/** The operator's limits apply where the server counts, and forms receive them. */

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  plant.server.ports.settings.limits = {
    units: { basic: 2, pro: { cablecom: 1, other: 2 } },
    invitationDays: 3,
    codeMinutes: 5,
    reportPageRows: 50,
    inhibitionHours: 12,
    autonomyHours: [1, 3],
    batteryOutlook: { tests: 3, lamps: 20 },
  }
})
afterAll(() => plant.server.stop())

it('operator limits are available to forms without signing in', async () => {
  const { server, client } = plant
  expect(await client.call('getLimits', {})).toEqual(server.ports.settings.limits)
})

it('operator limits apply to units of a plant by type', async () => {
  const { client, plantId } = plant
  const add = (cuType: string, cuId: string) => client.refusal('saveCu', { plantId, cuType, cuId })
  expect(await add('logica', '0A1B31')).toBe(null)
  expect(await add('logica', '0A1B32')).toBe('UNIT_LIMIT_PRO')
  expect(await add('cablecom', '0A1B33')).toBe(null)
  expect(await add('cablecom', '0A1B34')).toBe('UNIT_LIMIT_PRO')
})

it('operator limits apply to the validity of an invitation', async () => {
  const { client, plantId, server } = plant
  const { invitation } = await client.call('invitaCollab', { plantId, email: 'x@vigilux.test', role: 'installerStaff' })
  expect(Date.parse(invitation.expiresAt) - server.clock.now().getTime()).toBe(3 * 86_400_000)
})

it('operator limits apply to configured rated durations', async () => {
  const { client, unit } = plant
  const config = (ore_autonomia: number) => client.refusal('config', { ...unit, num_lamp: 4, ore_autonomia })
  expect(await config(8)).toBe('INVALID_INPUT')
  expect(await config(3)).toBe(null)
})
