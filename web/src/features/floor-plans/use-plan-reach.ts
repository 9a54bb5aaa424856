import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useMemo, useState } from 'react'
import type { Places } from './draft.ts'
import { computeAreaM2, computeReach, findNearest, metresApart, type ScaledSize } from './reach.ts'
import type { PlanDevices } from './use-plan-devices.ts'

/** Initial reach in metres of a plan without a setting. */
const defaultReachM = 10

type ReachParts = { plan: FloorPlan; places: Places; devices: PlanDevices; selected: ReadonlySet<string> }

/** Distances on a plan with a scale, and the dark area after a failure of the selected lamp. */
export function usePlanReach({ plan, places, devices, selected }: ReachParts) {
  const [isRequested, setRequested] = useState(false)
  const [typedMetres, setMetres] = useState<number | string>()
  const { longSideM, drawing } = plan
  const { width = 1, height = 1 } = drawing.picture ?? {}
  const size = useMemo<ScaledSize | null>(
    () => (longSideM === null ? null : { width, height, longSideM }),
    [width, height, longSideM],
  )
  const metres = typedMetres ?? plan.reachM ?? defaultReachM
  const reachM = typeof metres === 'number' && metres >= 0.5 && metres <= 200 ? metres : defaultReachM
  const keys = [...selected]
  const key = keys.length === 1 ? keys[0] : undefined
  const { lampByKey: byKey } = devices
  const shown = useMemo(
    () => (isRequested && size ? computeReach(key, { places, byKey, size, reachM }) : null),
    [isRequested, size, key, places, byKey, reachM],
  )
  const uncoveredAreaM2 = useMemo(() => (shown && size ? computeAreaM2(shown, size) : null), [shown, size])
  const [a, b] = keys.map((one) => places.get(one))
  return {
    hasScale: size !== null,
    isAsked: isRequested,
    ask: setRequested,
    metres,
    setMetres,
    reachM,
    shown,
    left: uncoveredAreaM2,
    number: key === undefined ? null : (byKey.get(key)?.id ?? null),
    apart: size && a && b && keys.length === 2 ? metresApart(size, a, b) : null,
    nearest: (deviceKey: string, maxCount: number) =>
      size ? findNearest(deviceKey, { places, byKey, size }, maxCount) : [],
  }
}
export type PlanReach = ReturnType<typeof usePlanReach>
