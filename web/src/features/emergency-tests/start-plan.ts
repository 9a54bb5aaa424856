import { splitByMains } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampKey } from '../../shared/lamp-picker/lamps-found.ts'

/** The missing lamps among these: their position is empty or has another lamp. */
export function listMissingLamps<Given extends Pick<Lamp, 'cu' | 'id'> & { serial?: string }>(
  givenLamps: readonly Given[],
  lamps: readonly Pick<Lamp, 'cu' | 'id' | 'serial'>[],
): Given[] {
  const serials = new Map(lamps.map((lamp) => [lampKey(lamp), lamp.serial]))
  return givenLamps.filter((lamp) => {
    const now = serials.get(lampKey(lamp))
    return now === undefined || (lamp.serial && lamp.serial !== now)
  })
}

/** The test requested of one unit. */
export type UnitPlan = {
  topic: string
  /** Positions; empty for every emergency lamp of the unit. */
  addr: number[]
  count: number
  /** The test covers every emergency lamp of the unit. */
  isWhole: boolean
  /** Selected lamps without mains. */
  leftOut: Lamp[]
  /** Why the unit cannot be tested. */
  reason: string | undefined
}

type PlanInput = {
  lamps: readonly Lamp[]
  /** Units to test as a whole, when no lamps are chosen. */
  topics: readonly string[]
  /** Keys of chosen lamps; null for all lamps of the units. */
  chosen: ReadonlySet<string> | null
  whyNot: (topic: string) => string | undefined
}

/** One test per unit, with the omitted lamps. Only emergency lamps are tested. */
export function planTests({ lamps, topics, chosen, whyNot }: PlanInput): UnitPlan[] {
  const emergencyLamps = lamps.filter(({ type }) => type === 'emergency')
  const selectedLamps = chosen ? emergencyLamps.filter((lamp) => chosen.has(lampKey(lamp))) : emergencyLamps
  const byUnit = Map.groupBy(selectedLamps, ({ cu }) => cu)
  return (chosen ? [...byUnit.keys()] : topics).map((topic) => {
    const { ready, leftOut } = splitByMains(byUnit.get(topic) ?? [])
    const isWholeUnit = chosen === null && leftOut.length === 0
    return {
      topic,
      addr: isWholeUnit ? [] : ready.map(({ id }) => id),
      count: ready.length,
      isWhole: chosen === null,
      leftOut,
      reason: whyNot(topic),
    }
  })
}

/** Omitted lamps, by unit and line; without entirely untestable units. */
export function listExcludedLines(plans: readonly UnitPlan[]): { topic: string; line: number | null; lamps: Lamp[] }[] {
  return plans
    .filter(({ reason }) => reason === undefined)
    .flatMap(({ topic, leftOut }) =>
      [...Map.groupBy(leftOut, ({ line }) => line)].map(([line, lamps]) => ({ topic, line, lamps })),
    )
}
