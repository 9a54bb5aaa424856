import type { Lamp, LampType } from '../lamps/lamp.ts'

/** Percentage points of one step up or down. */
export const levelStep = 10

/**
 * Whether a lamp follows light levels: lighting lamps, and emergency lamps lit while mains is present. Non-maintained
 * lamps, sensors and inputs have no level.
 */
export const followsLevels = ({
  type,
  function: lampFunction,
}: {
  type: LampType
  function: Lamp['function']
}): boolean =>
  type === 'lighting' || (type === 'emergency' && (lampFunction === 'maintained' || lampFunction === 'switchable'))

/** Why a lamp with levels does not follow one now. */
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

/** Why a lamp is held, by its last report; undefined if it follows a level. */
export const holdReasonOf = ({ mode, condition }: Pick<Lamp, 'mode' | 'condition'>): HoldReason | undefined => {
  if (condition === 'offline') return 'away'
  return mode === null ? undefined : holdReasonByMode[mode]
}

/** Requested level for lamps of one unit. If several settings cover a lamp, the last one wins. */
export type LevelSetting = {
  to: 'all' | { groups: readonly number[] } | { lamps: readonly number[] }
  level: number | 'up' | 'down'
}

type NumberedTarget = { groups: number[] } | { lamps: number[] }
type Entry = { to: 'all' | NumberedTarget; level: LevelSetting['level'] }

const canMerge = (to: Entry['to'], kind: 'groups' | 'lamps'): to is NumberedTarget =>
  typeof to === 'object' && kind in to

/**
 * Merges settings into as few entries as possible: each group and lamp once, at its last setting, without those
 * overridden by a later setting for all. Consecutive entries of one level are joined: the result never exceeds the
 * groups and lamps of the unit.
 */
export const compactLevelSettings = (settings: readonly LevelSetting[]): Entry[] => {
  const seenTargets = new Set<string>()
  const entries: Entry[] = []
  for (const { to, level } of settings.toReversed()) {
    if (to === 'all') return [{ to, level }, ...entries]
    const kind = 'groups' in to ? 'groups' : 'lamps'
    const newNumbers = ('groups' in to ? to.groups : to.lamps).filter((number) => !seenTargets.has(`${kind} ${number}`))
    for (const number of newNumbers) seenTargets.add(`${kind} ${number}`)
    const numbers = [...new Set(newNumbers)].sort((a, b) => a - b)
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
