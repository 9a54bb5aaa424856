import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { withoutUvLight } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { UnitConfiguration } from '@vigilux/contract/features/snapshots/snapshot.ts'
import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { deleteSteps, modeFrame, writeSteps } from '../configuration/index.ts'
import { batchFrame, groupSteps } from '../groups/index.ts'
import { paramCommands } from '../lamps/index.ts'
import type { StepDraft } from '../operations/index.ts'

type Lamp = UnitConfiguration['lamps'][number]
type Pair = { now: Lamp | undefined; wanted: Lamp | undefined }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A lamp that has joined groups since then stays in them, because no command removes a lamp from all its groups. */
const withGroups = (wanted: Lamp, now: Lamp | undefined): Lamp =>
  wanted.groups.length === 0 && now?.serial === wanted.serial ? { ...wanted, groups: now.groups } : wanted

const pairsOf = (now: UnitConfiguration, wanted: UnitConfiguration): Map<number, Pair> => {
  const pairs = new Map<number, Pair>()
  for (const lamp of now.lamps) pairs.set(lamp.addr, { now: lamp, wanted: undefined })
  for (const lamp of wanted.lamps) {
    const before = pairs.get(lamp.addr)?.now
    pairs.set(lamp.addr, { now: before, wanted: withGroups(lamp, before) })
  }
  return pairs
}

const work = (command: UnitCommand, lamps: number[] = []): StepDraft => ({ role: 'work', command, undo: null, lamps })

const serialSteps = (pairs: Map<number, Pair>): StepDraft[] => {
  const changes: PositionChange[] = [...pairs].flatMap(([addr, { now, wanted }]) =>
    now?.serial === wanted?.serial ? [] : [{ addr, before: now?.serial ?? null, after: wanted?.serial ?? null }],
  )
  // Delete first: a serial may exist only at one address.
  return [...deleteSteps(changes), ...writeSteps(changes)]
}

const groupStepsOf = (pairs: Map<number, Pair>): StepDraft[] => {
  const all = new Map([...pairs].flatMap(([addr, { wanted }]) => (wanted ? [[addr, wanted] as const] : [])))
  const changed = [...pairs].flatMap(([addr, { now, wanted }]) =>
    wanted && !same(now?.groups ?? [], wanted.groups) ? [[addr, wanted.groups] as const] : [],
  )
  return groupSteps(all, new Map(changed)).map((step) => ({ ...step, undo: null }))
}

const changedParams = ({ now, wanted }: Pair): LampParams => {
  const before = now && now.serial === wanted?.serial ? now.params : {}
  const after: LampParams = wanted?.params ?? {}
  const changed: LampParams = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !same(before[name as keyof LampParams], value)),
  )
  return withoutUvLight(changed)
}

const paramSteps = (pairs: Map<number, Pair>): StepDraft[] =>
  paramCommands([...pairs].map(([addr, pair]) => ({ addr, params: changedParams(pair) }))).map((command) =>
    work(command),
  )

const nameSteps = (pairs: Map<number, Pair>): StepDraft[] =>
  [...pairs].flatMap(([addr, { now, wanted }]) =>
    wanted?.name && wanted.name !== now?.name
      ? [work({ name: 'setLampName', lamp: addr, lampName: wanted.name }, [addr])]
      : [],
  )

const scheduleSteps = (now: UnitConfiguration, wanted: UnitConfiguration, at: Date): StepDraft[] => {
  const names = {
    functional: ['setPeriodFunzionale', 'setDateTimeFunzionale'],
    autonomy: ['setPeriodAutonomia', 'setDateTimeAutonomia'],
  } as const
  return (['functional', 'autonomy'] as const).flatMap((test) => {
    const after = wanted[test]
    if (!after || same(now[test], after)) return []
    const [setPeriod, setMoment] = names[test]
    const period = after.period ? [work({ name: setPeriod, period: after.period, differito: false })] : []
    // A moment in the past cannot be set: the unit continues by its period.
    const moment = after.next && new Date(after.next) > at ? [work({ name: setMoment, set: after.next })] : []
    return [...period, ...moment]
  })
}

const unitSteps = (now: UnitConfiguration, wanted: UnitConfiguration): StepDraft[] => {
  const { name, numLamp, ratedHours, contacts, flags } = wanted
  const sizes = { numLamp: now.numLamp, ratedHours: now.ratedHours }
  return [
    ...(name && name !== now.name ? [work({ name: 'setCuName', cuName: name })] : []),
    ...(numLamp && ratedHours && !same(sizes, { numLamp, ratedHours })
      ? [work({ name: 'config', num_lamp: numLamp, ore_autonomia: ratedHours })]
      : []),
    ...(contacts.length > 0 && !same(now.contacts, contacts) ? [work({ name: 'setContacts', contacts })] : []),
    ...(Object.keys(flags).length > 0 && !same(now.flags, flags) ? [work({ name: 'setAdvanced', flags })] : []),
  ]
}

/** The commands that restore a snapshot: the list of lamps first, then their settings. */
export const restoreSteps = (now: UnitConfiguration, wanted: UnitConfiguration, at: Date): StepDraft[] => {
  const pairs = pairsOf(now, wanted)
  const serials = serialSteps(pairs)
  const groups = groupStepsOf(pairs)
  const rest = [...paramSteps(pairs), ...nameSteps(pairs), ...unitSteps(now, wanted), ...scheduleSteps(now, wanted, at)]
  if (serials.length + groups.length + rest.length === 0) return []
  const mode = modeFrame('manual')
  const batch = groups.length > 0
  return [
    mode.open,
    ...(batch ? [batchFrame.open] : []),
    ...serials,
    ...groups,
    ...rest,
    ...(batch ? [batchFrame.close] : []),
    mode.close,
  ]
}
