import {
  addrAt,
  type GroupsChange,
  groupsInPayload,
  refusedAdditions,
  refusedGroups,
  refusedRemovals,
} from '@vigilux/contract/features/groups/group.rules.ts'
import { lampsPerPage } from '@vigilux/contract/features/groups/group.ts'
import type { groupActions } from '@vigilux/contract/features/groups/groups.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, type EnabledUnitRefusal, findUnit, requireEnabledUnit } from '../central-units/index.ts'
import { type CommandRefusal, requestCommand } from '../commands/index.ts'
import { listLampsOfUnit, refuseUnknownLamps } from '../lamps/index.ts'
import { beginOperation } from '../operations/index.ts'
import { batchFrame, groupSteps } from './group-steps.ts'
import { listGroupNames, saveGroupName } from './groups.store.ts'

type Handlers = HandlersOf<typeof groupActions>
type OnePage = { plantId: string; topic: string; page: number; indexes: number[]; group: number }

type GroupsReason = 'LAMP_WITHOUT_GROUP' | 'LAMP_GROUP_LIMIT'
type RefusedGroups<Reason extends GroupsReason> = { reason: Reason; lamps: number[] } | undefined

const refuseGroups = <Reason extends GroupsReason>(work: Work<Reason>, refusal: RefusedGroups<Reason>): void => {
  if (refusal) work.fail(refusal.reason, { lamps: refusal.lamps })
}

/** Changes the group of a page's lamps, which stay in their other groups. */
const changeGroup =
  <Reason extends GroupsReason>(
    name: 'setGroup' | 'removeGroup',
    change: (groups: Set<number>, group: number) => void,
    findRefusal: (changes: readonly GroupsChange[]) => RefusedGroups<Reason>,
  ) =>
  async ({
    input,
    ...context
  }: WriteContext<EnabledUnitRefusal | CommandRefusal | 'LAMP_NOT_FOUND' | Reason> & { input: OnePage }) => {
    const { plantId, page, group } = input
    const indexes = [...new Set(input.indexes)]
    const unit = await requireEnabledUnit(context.work, plantId, input)
    const addrs = indexes.map((index) => addrAt(page, index))
    const lamps = await refuseUnknownLamps(context.work, unit.id, addrs)
    const changes = addrs.map((addr): GroupsChange => {
      const before = lamps.get(addr)?.groups ?? []
      const after = new Set(before)
      change(after, group)
      return { addr, before, after: [...after] }
    })
    refuseGroups<Reason>(context.work, findRefusal(changes))
    context.work.audit.diff(null, { group })
    return { command: await requestCommand(context, { plantId, unit, command: { name, page, indexes, group } }) }
  }

const setMultiGroup: Handlers['setMultiGroup'] = async ({ input, ...context }) => {
  const { plantId, page } = input
  const unit = await requireEnabledUnit(context.work, plantId, input)
  const lamps = new Map((await listLampsOfUnit(context.work.tx, unit.id)).map((lamp) => [lamp.addr, lamp.groups]))
  const payload = input.payload.toUpperCase()
  const places = Array.from({ length: lampsPerPage }, (_, at) => ({ index: at + 1, addr: addrAt(page, at + 1) }))
  if (!places.some(({ addr }) => lamps.has(addr)))
    return context.work.fail('LAMP_NOT_FOUND', { lamps: [addrAt(page, 1)] })
  const changes = places.map(({ index, addr }) => {
    return { addr, before: lamps.get(addr) ?? [], after: groupsInPayload(payload, index) }
  })
  refuseGroups(context.work, refusedGroups(changes))
  context.work.audit.diff(null, { page })
  return {
    command: await requestCommand(context, { plantId, unit, command: { name: 'setMultiGroup', page, payload } }),
  }
}

const currentGroupName = async (tx: Tx, plantId: string, cu: string, group: number) => {
  const groupName = (await listGroupNames(tx, plantId)).find((one) => one.cu === cu && one.group === group)
  return { name: groupName?.name ?? '', description: groupName?.description ?? '', version: groupName?.version ?? 0 }
}

/** Groups by lamp, formatted for the audit: `12: 1, 3`. */
const auditedGroups = (groups: Iterable<readonly [number, readonly number[]]>): string =>
  [...groups].map(([addr, lampGroups]) => `${addr}: ${lampGroups.join(', ') || '–'}`).join('; ')

export const groupHandlers: Handlers = {
  setGroup: changeGroup('setGroup', (groups, group) => groups.add(group), refusedAdditions),
  removeGroup: changeGroup('removeGroup', (groups, group) => groups.delete(group), refusedRemovals),
  setMultiGroup,
  setBatch: async ({ input, ...context }) => {
    const { plantId, param } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    context.work.audit.diff(null, { batch: param })
    return { command: await requestCommand(context, { plantId, unit, command: { name: 'setBatch', param } }) }
  },
  assignGroups: async ({ input, ...context }) => {
    const { plantId } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    const targetGroups = new Map(input.lamps.map(({ addr, groups }) => [addr, groups]))
    const now = await refuseUnknownLamps(context.work, unit.id, targetGroups.keys())
    context.work.audit.diff(
      { groups: auditedGroups([...targetGroups.keys()].map((addr) => [addr, now.get(addr)?.groups ?? []])) },
      { groups: auditedGroups(targetGroups) },
    )
    const steps = [batchFrame.open, ...groupSteps(now, targetGroups), batchFrame.close]
    return { operation: await beginOperation(context, { plantId, unit, kind: 'assignGroups', steps }) }
  },
  getGroups: async ({ work, input }) => ({ groups: await listGroupNames(work.tx, input.plantId) }),
  saveGroup: async ({ work, input }) => {
    const { plantId, group, name, description } = input
    const unit = (await findUnit(work.tx, plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    work.audit.target({ kind: 'group', id: `${unit.unit}/${group}`, name: `${group} ${name}`.trim() })
    work.audit.diff(await currentGroupName(work.tx, plantId, unit.unit, group), { name, description })
    const version = await saveGroupName(work.tx, {
      centralUnitId: unit.id,
      group,
      name,
      description,
      version: input.version,
    })
    if (version === undefined)
      return work.fail('CHANGED_MEANWHILE', { now: await currentGroupName(work.tx, plantId, unit.unit, group) })
    const savedGroup = { cu: unit.unit, group, name, description, version }
    work.broadcast({ plant: plantId }, 'saveGroup', { plant_id: plantId, group: savedGroup })
    return { group: savedGroup }
  },
}
