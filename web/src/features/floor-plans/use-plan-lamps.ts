import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useAction } from '../../shared/api/use-action.ts'
import { lampNumber, useLamps } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { lookOf } from '../../shared/status/states.ts'
import type { Places } from './draft.ts'
import type { Mark, MarkShape } from './draw-marks.ts'

export const keyOf = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>): string => `${cu}.${id}`

/** Unit and position of a key. */
export const placeOfKey = (key: string): { topic: string; addr: number } => {
  const at = key.lastIndexOf('.')
  return { topic: key.slice(0, at), addr: Number(key.slice(at + 1)) }
}

const shapes: Readonly<Record<string, MarkShape>> = { emergency: 'circle', lighting: 'square' }

/** A lamp as the plan draws it. */
export const markOf = (lamp: Lamp, [x, y]: readonly [number, number]): Mark => ({
  ...{ key: keyOf(lamp), x, y, tone: lookOf(lamp.condition).tone, label: lampNumber(lamp.id) },
  shape: shapes[lamp.type] ?? 'diamond',
})

const none: Places = new Map()

/** The devices of the open plant by their key, and where they are on which plan; undefined until both are read. */
export function usePlanLamps() {
  const { plantId } = useOpenPlant()
  const lamps = useLamps(plantId, 'all').data?.lamps
  const plans = useAction('getFloorPlanLamps', { plantId }).data?.plans
  return useMemo(() => {
    if (!lamps || !plans) return undefined
    const byKey = new Map(lamps.map((lamp) => [keyOf(lamp), lamp]))
    const planOf = new Map<string, string>()
    const saved = new Map<string, { version: number; places: Places }>()
    for (const { plan_id, version, lamps: its } of plans) {
      const places = new Map(its.map(({ topic, addr, x, y }) => [`${topic}.${addr}`, [x, y] as const]))
      for (const key of places.keys()) planOf.set(key, plan_id)
      saved.set(plan_id, { version, places })
    }
    return { lamps, byKey, planOf, savedOf: (planId: string) => saved.get(planId) ?? { version: 0, places: none } }
  }, [lamps, plans])
}
export type PlanLamps = NonNullable<ReturnType<typeof usePlanLamps>>
