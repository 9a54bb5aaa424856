import { describe, expect, it } from 'vitest'
import { type Condition, conditions } from './conditions.ts'
import { canAddUnit, emptyCounts, tierOf, worstCondition } from './plant.rules.ts'
import type { Tier } from './tiers.ts'

const now = new Date('2026-03-01T10:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('plant tier', () => {
  it.each<{ everPro: boolean; proExpiry: Date | null; tier: Tier; why: string }>([
    { everPro: false, proExpiry: null, tier: 'basic', why: 'never was Pro' },
    { everPro: false, proExpiry: after(1), tier: 'basic', why: 'never was Pro, whatever its expiry' },
    { everPro: true, proExpiry: after(1), tier: 'pro', why: 'Pro until a moment from now' },
    { everPro: true, proExpiry: now, tier: 'expired', why: 'Pro until now' },
    { everPro: true, proExpiry: after(-1), tier: 'expired', why: 'Pro until a moment ago' },
    { everPro: true, proExpiry: null, tier: 'expired', why: 'Pro without an expiry' },
  ])('is $tier: $why', ({ everPro, proExpiry, tier }) => {
    expect(tierOf({ everPro, proExpiry }, now)).toBe(tier)
  })
})

const limits = { basic: 1, pro: { cablecom: 16, logica: 31, logicafm: 31, other: 16 } }
const units = (count: number, cu_type: string) => Array.from({ length: count }, () => ({ cu_type }))

describe('adding a unit', () => {
  it.each([
    { cuType: 'cablecom', limit: 16 },
    { cuType: 'logica', limit: 31 },
    { cuType: 'logicafm', limit: 31 },
    { cuType: 'sicuro', limit: 16 },
  ])('of type $cuType is allowed in Pro up to $limit', ({ cuType, limit }) => {
    expect(canAddUnit('pro', units(limit - 1, cuType), cuType, limits)).toEqual({ can: true })
    expect(canAddUnit('pro', units(limit, cuType), cuType, limits)).toEqual({
      can: false,
      reason: 'UNIT_LIMIT_PRO',
      limit,
    })
  })
  it('respects the limits set by the operator', () => {
    const set = { basic: 2, pro: { sicuro: 1, other: 3 } }
    expect(canAddUnit('basic', units(1, 'logica'), 'logica', set)).toEqual({ can: true })
    expect(canAddUnit('pro', units(1, 'sicuro'), 'sicuro', set)).toMatchObject({ can: false, limit: 1 })
    expect(canAddUnit('pro', units(3, 'logica'), 'cablecom', set)).toMatchObject({ can: false, limit: 3 })
  })
  it('ignores units of other kinds', () => {
    expect(canAddUnit('pro', [...units(16, 'cablecom'), ...units(31, 'logica')], 'logicafm', limits)).toEqual({
      can: true,
    })
  })
  it('shares one limit among types without their own', () => {
    const otherUnits = [...units(8, 'sicuro'), ...units(4, 'gateway'), ...units(4, 'dali')]
    expect(canAddUnit('pro', otherUnits, 'dali', limits)).toMatchObject({ can: false, limit: 16 })
    expect(canAddUnit('pro', otherUnits.slice(1), 'dali', limits)).toEqual({ can: true })
    expect(canAddUnit('pro', otherUnits, 'constructor', limits)).toEqual({
      can: false,
      reason: 'UNIT_LIMIT_PRO',
      limit: 16,
    })
  })
  it.each<{ tier: Tier; existing: string[]; cuType: string; verdict: object }>([
    { tier: 'basic', existing: [], cuType: 'sicuro', verdict: { can: true } },
    {
      tier: 'basic',
      existing: ['logica'],
      cuType: 'logica',
      verdict: { can: false, reason: 'UNIT_LIMIT_BASIC', limit: 1 },
    },
    {
      tier: 'basic',
      existing: ['logica'],
      cuType: 'cablecom',
      verdict: { can: false, reason: 'UNIT_LIMIT_BASIC', limit: 1 },
    },
    { tier: 'expired', existing: [], cuType: 'cablecom', verdict: { can: true } },
    {
      tier: 'expired',
      existing: [],
      cuType: 'logica',
      verdict: { can: false, reason: 'UNIT_TYPE_NOT_ENABLED', limit: 0 },
    },
    {
      tier: 'expired',
      existing: ['logica'],
      cuType: 'cablecom',
      verdict: { can: false, reason: 'UNIT_TYPE_NOT_ENABLED', limit: 0 },
    },
    {
      tier: 'expired',
      existing: ['logica'],
      cuType: 'logica',
      verdict: { can: false, reason: 'UNIT_LIMIT_BASIC', limit: 1 },
    },
  ])('of type $cuType in a $tier plant with $existing: $verdict', ({ tier, existing, cuType, verdict }) => {
    const presentUnits = existing.map((cu_type) => ({ cu_type }))
    expect(canAddUnit(tier, presentUnits, cuType, limits)).toEqual(verdict)
  })
})

describe('worst condition', () => {
  it('is the first one in the order that occurs', () => {
    const sortedConditions: Condition[] = []
    const counts = emptyCounts()
    for (const name of conditions.toReversed()) {
      counts[name] = 1
      sortedConditions.push(worstCondition(counts))
    }
    expect(sortedConditions).toEqual(conditions.toReversed())
  })
  it('is unknown without reports', () => {
    expect(Object.values(emptyCounts())).toEqual(conditions.map(() => 0))
    expect(worstCondition(emptyCounts())).toBe('unknown')
  })
})
