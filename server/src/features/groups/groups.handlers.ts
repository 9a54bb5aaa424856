import { addrAt, mayHaveGroups } from '@vigilux/contract/features/groups/group.rules.ts'
import type { groupActions } from '@vigilux/contract/features/groups/groups.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { acquiredUnitOf, findUnit } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { refuseUnknownLamps } from '../lamps/index.ts'
import { beginOperation } from '../operations/index.ts'
import { batchFrame, groupSteps } from './group-steps.ts'
import { listGroupNames, saveGroupName } from './groups.store.ts'

type Handlers = HandlersOf<typeof groupActions>

const setGroup: Handlers['setGroup'] = async ({ input, ...context }) => {
  const { plantId, page, group } = input
  const indexes = [...new Set(input.indexes)]
  const unit = await acquiredUnitOf(context.tx, plantId, input)
  const addrs = indexes.map((index) => addrAt(page, index))
  const lamps = await refuseUnknownLamps(context.tx, unit.id, addrs)
  for (const addr of addrs) {
    const lamp = lamps.get(addr)
    const verdict = mayHaveGroups([...new Set([...(lamp?.groups ?? []), group])])
    if (!verdict.can) return fail(verdict.because, { lamp: addr, serial: lamp?.serial })
  }
  return {
    command: await requestCommand(context, { plantId, unit, command: { name: 'setGroup', page, indexes, group } }),
  }
}

const removeGroup: Handlers['removeGroup'] = async ({ input, ...context }) => {
  const { plantId, page, group } = input
  const indexes = [...new Set(input.indexes)]
  const unit = await acquiredUnitOf(context.tx, plantId, input)
  await refuseUnknownLamps(
    context.tx,
    unit.id,
    indexes.map((index) => addrAt(page, index)),
  )
  return {
    command: await requestCommand(context, { plantId, unit, command: { name: 'removeGroup', page, indexes, group } }),
  }
}

export const groupHandlers: Handlers = {
  setGroup,
  removeGroup,
  setMultiGroup: async ({ input, ...context }) => {
    const { plantId, page } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    const command = { name: 'setMultiGroup', page, payload: input.payload.toUpperCase() } as const
    return { command: await requestCommand(context, { plantId, unit, command }) }
  },
  setBatch: async ({ input, ...context }) => {
    const { plantId, param } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    return { command: await requestCommand(context, { plantId, unit, command: { name: 'setBatch', param } }) }
  },
  assignGroups: async ({ input, ...context }) => {
    const { plantId } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    const wanted = new Map(input.lamps.map(({ addr, groups }) => [addr, groups]))
    const now = await refuseUnknownLamps(context.tx, unit.id, wanted.keys())
    const steps = [batchFrame.open, ...groupSteps(now, wanted), batchFrame.close]
    return { operation: await beginOperation(context, { plantId, unit, kind: 'assignGroups', steps }) }
  },
  getGroups: async ({ input, tx }) => ({ groups: await listGroupNames(tx, input.plantId) }),
  saveGroup: async ({ input, tx, announce }) => {
    const { plantId, group, name, description } = input
    const unit = (await findUnit(tx, plantId, input)) ?? fail('UNIT_NOT_FOUND')
    await saveGroupName(tx, { centralUnitId: unit.id, group, name, description })
    const saved = { cu: unit.unit, group, name, description }
    announce({ plant: plantId }, 'saveGroup', { plant_id: plantId, group: saved })
    return { group: saved }
  },
}
