import { isGateway } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useMemo } from 'react'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useUnitTypes } from '../central-units/index.ts'
import type { Places } from './draft.ts'
import { keyOf, keyOfDevice, placeableLamp, placeableUnit } from './placeable.ts'

const noPlacements: Places = new Map()

/** The plant's units and lamps by key, and their places on plans. */
export function usePlanDevices() {
  const { plantId, units } = useCurrentPlant()
  const lamps = useAllLamps(plantId)
  const plans = useAnswer('getFloorPlanLamps', { plantId }).plans
  const types = useUnitTypes()
  const signs = useAnswer('getProductCodes', { kind: 'exitSign' }, { staleTime: Number.POSITIVE_INFINITY }).codes
  return useMemo(() => {
    const exitSigns = new Set(signs)
    const gateways = new Set(types.filter(isGateway).map(({ cu_type }) => cu_type))
    const allDevices = [
      ...units.map((unit) => placeableUnit(unit, gateways.has(unit.cu_type))),
      ...lamps.map((lamp) => placeableLamp(lamp, exitSigns)),
    ]
    const planOf = new Map<string, string>()
    const saved = new Map<string, { version: number; places: Places }>()
    for (const { plan_id, version, lamps: planLamps } of plans) {
      const places = new Map(planLamps.map((one) => [keyOfDevice(one), [one.x, one.y] as const]))
      for (const key of places.keys()) planOf.set(key, plan_id)
      saved.set(plan_id, { version, places })
    }
    return {
      all: allDevices,
      lamps,
      planOf,
      byKey: new Map(allDevices.map((one) => [one.key, one])),
      lampByKey: new Map(lamps.map((lamp) => [keyOf(lamp), lamp])),
      savedOf: (planId: string) => saved.get(planId) ?? { version: 0, places: noPlacements },
    }
  }, [units, lamps, plans, types, signs])
}
export type PlanDevices = ReturnType<typeof usePlanDevices>
