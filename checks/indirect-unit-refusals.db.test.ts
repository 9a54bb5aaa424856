import { randomUUID } from 'node:crypto'
import type { ActionName } from '@vigilux/contract/actions.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../server/src/testing/plant-with-unit.ts'
import { typesWith } from './types-with.ts'

/** Refusals of actions on a unit named by its operation, snapshot or test, and of those that bind or release a unit. */

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const query = (text: string) => plant.server.database.pool.query(text)
const changeUnit = (change: string) => query(`update central_unit set ${change} where unit = '${plant.unit.topic}'`)

type UnitState = { begin: () => unknown; end: () => unknown }

/** States of the unit by the refusal that each of them causes. */
const states = {
  UNIT_BUSY: {
    begin: () =>
      query(`insert into unit_hold (plant_id, unit, operation_id, kind, held_by_name, since)
        values ('${plant.plantId}', '${plant.unit.topic}', gen_random_uuid(), 'append', 'Marta', now())`),
    end: () => query('delete from unit_hold'),
  },
  COMMAND_UNKNOWN: {
    begin: () => {
      plant.server.ports.devices = { types: typesWith({ commands: [] }) }
    },
    end: () => {
      plant.server.ports.devices = { types: unitTypes }
    },
  },
  UNIT_NOT_ACQUIRED: { begin: () => changeUnit('acquired = false'), end: () => changeUnit('acquired = true') },
  UNIT_NOT_FOUND: { begin: () => changeUnit('removed_at = now()'), end: () => changeUnit('removed_at = null') },
} as const satisfies Record<string, UnitState>
type Code = keyof typeof states

/** The refusal of the action in each of these states. */
const refusalsIn = async (codes: readonly Code[], action: ActionName, input: object) => {
  const refusals: (string | null)[] = []
  for (const code of codes) {
    await states[code].begin()
    refusals.push(await plant.client.refusal(action, { plantId: plant.plantId, ...input }))
    await states[code].end()
  }
  return refusals
}

/** Begins to assign a group, later than the operations before. */
const begin = async (group: number): Promise<string> => {
  plant.server.clock.time = new Date(plant.server.clock.time.getTime() + 1000)
  const { operation } = await plant.client.call('assignGroups', {
    ...plant.unit,
    lamps: [{ addr: 1, groups: [group] }],
  })
  return operation.id
}

const cancelled = async (group: number): Promise<string> => {
  const operationId = await begin(group)
  await plant.client.call('cancelOperation', { plantId: plant.plantId, operationId })
  await plant.obey()
  return operationId
}

const busyOrUnable: readonly Code[] = ['UNIT_BUSY', 'COMMAND_UNKNOWN']
const every: readonly Code[] = [...busyOrUnable, 'UNIT_NOT_ACQUIRED', 'UNIT_NOT_FOUND']

describe('work on a unit', () => {
  it.each<{ action: ActionName; inputFor: () => Promise<object>; codes: readonly Code[] }>([
    {
      action: 'undoOperation',
      codes: every,
      inputFor: async () => {
        const operationId = await begin(1)
        await plant.obey()
        return { operationId }
      },
    },
    { action: 'continueOperation', codes: every, inputFor: async () => ({ operationId: await cancelled(2) }) },
    {
      action: 'continueBundle',
      codes: every,
      inputFor: async () => {
        const bundleId = randomUUID()
        await query(`update operation set bundle_id = '${bundleId}' where id = '${await cancelled(3)}'`)
        return { bundleId }
      },
    },
    {
      action: 'restoreSnapshot',
      codes: every,
      inputFor: async () => {
        await query('update lamp set groups = array[3]')
        const { snapshot } = await plant.client.call('takeSnapshot', plant.unit)
        await query('update lamp set groups = array[4]')
        return { snapshotId: snapshot.id }
      },
    },
    {
      action: 'stopTest',
      codes: ['COMMAND_UNKNOWN', 'UNIT_NOT_ACQUIRED', 'UNIT_NOT_FOUND'],
      inputFor: async () => {
        const testId = randomUUID()
        const body = { t: testId, k: 'F', by: 1, a: [1] }
        const at = plant.server.clock.time.toISOString()
        await plant.sendMessage('record', { boot: 1, seq: 1, at, kind: 'test.start', body })
        return { testId }
      },
    },
  ])('is refused by $action while the unit cannot do it', async ({ action, inputFor, codes }) => {
    expect(await refusalsIn(codes, action, await inputFor())).toEqual(codes)
  })
})

describe('a unit', () => {
  it('is not released, removed or substituted while it is busy', async () => {
    const { topic } = plant.unit
    expect(await refusalsIn(busyOrUnable, 'deEnrollCu', { topic })).toEqual(busyOrUnable)
    expect(await refusalsIn(['UNIT_BUSY'], 'removeCu', { topic })).toEqual(['UNIT_BUSY'])
    expect(await refusalsIn(['UNIT_BUSY'], 'substituteCu', { topic, newCuId: '0A1B2E' })).toEqual(['UNIT_BUSY'])
  })

  it('that reports as new is not enrolled or replaced while it is busy', async () => {
    const at = plant.server.clock.time.toISOString()
    await plant.sendMessage('online', { life: 'b22feb22feb22fe0', boot: 0, online: true, at })
    const { topic } = plant.unit
    expect(await refusalsIn(busyOrUnable, 'enrollCu', { topic })).toEqual(busyOrUnable)
    const codes = ['UNIT_BUSY', 'UNIT_NOT_FOUND'] as const
    expect(await refusalsIn(codes, 'replacedCu', { topic, replaced: true })).toEqual(codes)
  })
})
