import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useMemo, useState } from 'react'
import type { Places } from './draft.ts'
import { computeAreaM2, computeReach, findNearest, metresApart, type ScaledSize } from './reach.ts'
import type { PlanDevices } from './use-plan-devices.ts'

/** Initial reach in metres of a plan without a setting. */
const defaultReachM = 10

type ReachParts = { plan: FloorPlan; places: Places; devices: PlanDevices; selected: ReadonlySet<string> }

/** Distances on a plan with a scale, and the area that loses its light when the selected lamp fails. */
export function usePlanReach({ plan, places, devices, selected }: ReachParts) {
  const [isAsked, ask] = useState(false)
  const [typed, setMetres] = useState<number | string>()
  const { longSideM, drawing } = plan
  const { width = 1, height = 1 } = drawing.picture ?? {}
  const size = useMemo<ScaledSize | null>(
    () => (longSideM === null ? null : { width, height, longSideM }),
    [width, height, longSideM],
  )
  const metres = typed ?? plan.reachM ?? defaultReachM
  const reachM = typeof metres === 'number' && metres >= 0.5 && metres <= 200 ? metres : defaultReachM
  const keys = [...selected]
  const key = keys.length === 1 ? keys[0] : undefined
  const { lampByKey: byKey } = devices
  const shown = useMemo(
    () => (isAsked && size ? computeReach(key, { places, byKey, size, reachM }) : null),
    [isAsked, size, key, places, byKey, reachM],
  )
  const left = useMemo(() => (shown && size ? computeAreaM2(shown, size) : null), [shown, size])
  const [a, b] = keys.map((one) => places.get(one))
  return {
    hasScale: size !== null,
    isAsked,
    ask,
    metres,
    setMetres,
    reachM,
    shown,
    left,
    number: key === undefined ? null : (byKey.get(key)?.id ?? null),
    apart: size && a && b && keys.length === 2 ? metresApart(size, a, b) : null,
    nearest: (of: string, most: number) => (size ? findNearest(of, { places, byKey, size }, most) : []),
  }
}
export type PlanReach = ReturnType<typeof usePlanReach>
