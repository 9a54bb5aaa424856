import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { withoutUvLight } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { UnitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { deleteSteps, modeFrame, writeSteps } from '../configuration/index.ts'
import { batchFrame, groupSteps } from '../groups/index.ts'
import { paramCommands } from '../lamps/index.ts'
import type { StepDraft } from '../operations/index.ts'

type Lamp = UnitConfiguration['lamps'][number]
type Pair = { now: Lamp | undefined; target: Lamp | undefined }

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A lamp added to groups since then stays in them, because no command removes a lamp from all its groups. */
const withGroups = (target: Lamp, now: Lamp | undefined): Lamp =>
  target.groups.length === 0 && now?.serial === target.serial ? { ...target, groups: now.groups } : target

const pairsOf = (now: UnitConfiguration, target: UnitConfiguration): Map<number, Pair> => {
  const pairs = new Map<number, Pair>()
  for (const lamp of now.lamps) pairs.set(lamp.addr, { now: lamp, target: undefined })
  for (const lamp of target.lamps) {
    const before = pairs.get(lamp.addr)?.now
    pairs.set(lamp.addr, { now: before, target: withGroups(lamp, before) })
  }
  return pairs
}

const work = (command: UnitCommand, lamps: number[] = []): StepDraft => ({ role: 'work', command, undo: null, lamps })

const serialSteps = (pairs: Map<number, Pair>): StepDraft[] => {
  const changes: PositionChange[] = [...pairs].flatMap(([addr, { now, target }]) =>
    now?.serial === target?.serial ? [] : [{ addr, before: now?.serial ?? null, after: target?.serial ?? null }],
  )
  // Delete first: a serial may exist only at one address.
  return [...deleteSteps(changes), ...writeSteps(changes)]
}

const groupStepsOf = (pairs: Map<number, Pair>): StepDraft[] => {
  const all = new Map([...pairs].flatMap(([addr, { target }]) => (target ? [[addr, target] as const] : [])))
  const changedGroups = [...pairs].flatMap(([addr, { now, target }]) =>
    target && !isEqual(now?.groups ?? [], target.groups) ? [[addr, target.groups] as const] : [],
  )
  return groupSteps(all, new Map(changedGroups)).map((step) => ({ ...step, undo: null }))
}

const changedParams = ({ now, target }: Pair): LampParams => {
  const before = now && now.serial === target?.serial ? now.params : {}
  const after: LampParams = target?.params ?? {}
  const changes: LampParams = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isEqual(before[name as keyof LampParams], value)),
  )
  return withoutUvLight(changes)
}

const paramSteps = (pairs: Map<number, Pair>): StepDraft[] =>
  paramCommands([...pairs].map(([addr, pair]) => ({ addr, params: changedParams(pair) }))).map((command) =>
    work(command),
  )

const nameSteps = (pairs: Map<number, Pair>): StepDraft[] =>
  [...pairs].flatMap(([addr, { now, target }]) =>
    target?.name && target.name !== now?.name
      ? [work({ name: 'setLampName', lamp: addr, lampName: target.name }, [addr])]
      : [],
  )

const scheduleSteps = (now: UnitConfiguration, target: UnitConfiguration, at: Date): StepDraft[] => {
  const names = {
    functional: ['setPeriodFunzionale', 'setDateTimeFunzionale'],
    autonomy: ['setPeriodAutonomia', 'setDateTimeAutonomia'],
  } as const
  return (['functional', 'autonomy'] as const).flatMap((test) => {
    const after = target[test]
    if (!after || isEqual(now[test], after)) return []
    const [setPeriod, setMoment] = names[test]
    const period = after.period ? [work({ name: setPeriod, period: after.period, differito: false })] : []
    // A moment in the past cannot be set: the unit continues by its period.
    const moment = after.next && new Date(after.next) > at ? [work({ name: setMoment, set: after.next })] : []
    return [...period, ...moment]
  })
}

const unitSteps = (now: UnitConfiguration, target: UnitConfiguration): StepDraft[] => {
  const { name, numLamp, ratedHours, contacts, flags } = target
  const sizes = { numLamp: now.numLamp, ratedHours: now.ratedHours }
  return [
    ...(name && name !== now.name ? [work({ name: 'setCuName', cuName: name })] : []),
    ...(numLamp && ratedHours && !isEqual(sizes, { numLamp, ratedHours })
      ? [work({ name: 'config', num_lamp: numLamp, ore_autonomia: ratedHours })]
      : []),
    ...(contacts.length > 0 && !isEqual(now.contacts, contacts) ? [work({ name: 'setContacts', contacts })] : []),
    ...(Object.keys(flags).length > 0 && !isEqual(now.flags, flags) ? [work({ name: 'setAdvanced', flags })] : []),
  ]
}

/** The commands to restore a snapshot: the list of lamps first, then their settings. */
export const restoreSteps = (now: UnitConfiguration, target: UnitConfiguration, at: Date): StepDraft[] => {
  const pairs = pairsOf(now, target)
  const serials = serialSteps(pairs)
  const groups = groupStepsOf(pairs)
  const otherSteps = [
    ...paramSteps(pairs),
    ...nameSteps(pairs),
    ...unitSteps(now, target),
    ...scheduleSteps(now, target, at),
  ]
  if (serials.length + groups.length + otherSteps.length === 0) return []
  const mode = modeFrame('manual')
  const batch = groups.length > 0
  return [
    mode.open,
    ...(batch ? [batchFrame.open] : []),
    ...serials,
    ...groups,
    ...otherSteps,
    ...(batch ? [batchFrame.close] : []),
    mode.close,
  ]
}
