import type { Condition } from './conditions.ts'
import { conditions } from './conditions.ts'
import type { ConditionCounts, Tier } from './plant.ts'

/** The tier in force: Pro needs an expiry in the future; a Pro without expiry, or past it, is expired. */
export const tierOf = (plant: { everPro: boolean; proExpiry: Date | null }, now: Date): Tier => {
  if (!plant.everPro) return 'basic'
  return plant.proExpiry !== null && plant.proExpiry > now ? 'pro' : 'expired'
}

/** Central units a plant may hold. Decisions section 6; `other` covers every type without a line of its own. */
export const unitLimits = {
  basic: 1,
  pro: { cablecom: 16, logica: 31, logicafm: 31, other: 16 },
} as const

const limitOf = (cuType: string): keyof typeof unitLimits.pro =>
  Object.hasOwn(unitLimits.pro, cuType) ? (cuType as keyof typeof unitLimits.pro) : 'other'

/** Whether one more unit of a type fits the tier, or the reason why not. */
export const canAddUnit = (
  tier: Tier,
  existing: readonly { cu_type: string }[],
  cuType: string,
):
  | { can: true }
  | { can: false; because: 'UNIT_LIMIT_BASIC' | 'UNIT_LIMIT_PRO' | 'UNIT_TYPE_NOT_ENABLED'; limit: number } => {
  if (tier === 'pro') {
    const kind = limitOf(cuType)
    const limit = unitLimits.pro[kind]
    const count = existing.filter((unit) => limitOf(unit.cu_type) === kind).length
    return count < limit ? { can: true } : { can: false, because: 'UNIT_LIMIT_PRO', limit }
  }
  if (tier === 'expired' && cuType !== (existing[0]?.cu_type ?? 'cablecom'))
    return { can: false, because: 'UNIT_TYPE_NOT_ENABLED', limit: 0 }
  return existing.length < unitLimits.basic
    ? { can: true }
    : { can: false, because: 'UNIT_LIMIT_BASIC', limit: unitLimits.basic }
}

export const noCounts = (): ConditionCounts =>
  Object.fromEntries(conditions.map((name) => [name, 0])) as ConditionCounts

/** The worst condition that occurs; `unknown` where nothing was ever reported. */
export const worstCondition = (counts: ConditionCounts): Condition =>
  conditions.find((name) => counts[name] > 0) ?? 'unknown'
