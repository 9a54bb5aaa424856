import type { Lamp, LampType } from '../lamps/lamp.ts'

/** Points of percent by which a lamp goes up or down at one step. */
export const levelStep = 10

/**
 * Whether a lamp takes levels: one that only lights, and an emergency lamp that burns while mains are there. A lamp that is lit in an
 * emergency alone has no level of every day; sensors and inputs have none at all.
 */
export const followsLevels = ({ type, function: how }: { type: LampType; function: Lamp['function'] }): boolean =>
  type === 'lighting' || (type === 'emergency' && (how === 'maintained' || how === 'switchable'))

/** Why a lamp that takes levels does not come to one now. */
export type HoldReason = 'away' | 'onBattery' | 'inTest' | 'inhibited' | 'resting'

const holdReasonByMode: Readonly<Record<NonNullable<Lamp['mode']>, HoldReason | undefined>> = {
  normal: undefined,
  emergency: 'onBattery',
  functionalTest: 'inTest',
  autonomyTest: 'inTest',
  inhibited: 'inhibited',
  rest: 'resting',
  unreachable: 'away',
}

/** What holds a lamp by its last report; undefined where nothing does, so that it follows a level. */
export const holdReasonOf = ({ mode, condition }: Pick<Lamp, 'mode' | 'condition'>): HoldReason | undefined => {
  if (condition === 'offline') return 'away'
  return mode === null ? undefined : holdReasonByMode[mode]
}

/** What is wished of lamps of one unit. Where a lamp is in several wishes, the last of them counts. */
export type LevelSetting = {
  to: 'all' | { groups: readonly number[] } | { lamps: readonly number[] }
  level: number | 'up' | 'down'
}

type NumberedTarget = { groups: number[] } | { lamps: number[] }
type Entry = { to: 'all' | NumberedTarget; level: LevelSetting['level'] }

const canMerge = (to: Entry['to'], kind: 'groups' | 'lamps'): to is NumberedTarget =>
  typeof to === 'object' && kind in to

/**
 * The same wishes in as few entries as there can be: each group and lamp once, where it was wished last; nothing that a later wish for all
 * overrides; neighbours of one level together. Any number of wishes comes to no more groups and lamps than the unit has.
 */
export const compactLevelSettings = (wishes: readonly LevelSetting[]): Entry[] => {
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const { to, level } of wishes.toReversed()) {
    if (to === 'all') return [{ to, level }, ...entries]
    const kind = 'groups' in to ? 'groups' : 'lamps'
    const fresh = ('groups' in to ? to.groups : to.lamps).filter((number) => !seen.has(`${kind} ${number}`))
    for (const number of fresh) seen.add(`${kind} ${number}`)
    const numbers = [...new Set(fresh)].sort((a, b) => a - b)
    if (numbers.length === 0) continue
    const [next] = entries
    if (next && next.level === level && canMerge(next.to, kind))
      entries[0] = { level, to: createTarget(kind, [...numbers, ...numbersOf(next.to)]) }
    else entries.unshift({ level, to: createTarget(kind, numbers) })
  }
  return entries
}

const numbersOf = (to: NumberedTarget): number[] => ('groups' in to ? to.groups : to.lamps)
const createTarget = (kind: 'groups' | 'lamps', numbers: number[]): NumberedTarget => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return kind === 'groups' ? { groups: sorted } : { lamps: sorted }
}
