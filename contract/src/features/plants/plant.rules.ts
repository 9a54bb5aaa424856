import type { OperatorLimits } from '../../kernel/operator-limits.ts'
import type { Condition } from './conditions.ts'
import { conditions } from './conditions.ts'
import type { ConditionCounts } from './plant.ts'
import type { Tier } from './tiers.ts'

/** Tier in force. Pro requires an expiry in the future; without or after it, Pro is expired. */
export const tierOf = (plant: { everPro: boolean; proExpiry: Date | null }, now: Date): Tier => {
  if (!plant.everPro) return 'basic'
  return plant.proExpiry !== null && plant.proExpiry > now ? 'pro' : 'expired'
}

type UnitLimits = OperatorLimits['units']

const kindOf = (cuType: string, { pro }: UnitLimits): string => (Object.hasOwn(pro, cuType) ? cuType : 'other')

/**
 * The only enabled unit type after Pro has expired: the type of the plant's first unit, or `cablecom` without units.
 * Null while every type is enabled.
 */
export const findOnlyEnabledType = (tier: Tier, existing: readonly { cu_type: string }[]): string | null =>
  tier === 'expired' ? (existing[0]?.cu_type ?? 'cablecom') : null

/** Whether the tier allows another unit of a type, or the reason why not. The units are sorted by their addition. */
export const canAddUnit = (
  tier: Tier,
  existing: readonly { cu_type: string }[],
  cuType: string,
  limits: UnitLimits,
):
  | { can: true }
  | { can: false; reason: 'UNIT_LIMIT_BASIC' | 'UNIT_LIMIT_PRO' | 'UNIT_TYPE_NOT_ENABLED'; limit: number } => {
  if (tier === 'pro') {
    const kind = kindOf(cuType, limits)
    const limit = limits.pro[kind] ?? limits.pro.other
    const count = existing.filter((unit) => kindOf(unit.cu_type, limits) === kind).length
    return count < limit ? { can: true } : { can: false, reason: 'UNIT_LIMIT_PRO', limit }
  }
  const onlyEnabledType = findOnlyEnabledType(tier, existing)
  if (onlyEnabledType !== null && onlyEnabledType !== cuType)
    return { can: false, reason: 'UNIT_TYPE_NOT_ENABLED', limit: 0 }
  return existing.length < limits.basic
    ? { can: true }
    : { can: false, reason: 'UNIT_LIMIT_BASIC', limit: limits.basic }
}

export const emptyCounts = (): ConditionCounts =>
  Object.fromEntries(conditions.map((name) => [name, 0])) as ConditionCounts

/** Worst condition present; `unknown` if nothing was ever reported. */
export const worstCondition = (counts: ConditionCounts): Condition =>
  conditions.find((name) => counts[name] > 0) ?? 'unknown'
