import { useMemo } from 'react'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useAutonomies } from '../lamps/index.ts'
import { useLampZones } from '../zones/index.ts'
import type { Mark } from './canvas/draw-marks.ts'
import { createLayer, emptyLayer, type LayerKind, layerOf, type PlanLayer } from './canvas/plan-layers.ts'
import type { Placeable } from './placeable.ts'

type Placed = { device: Placeable; mark: Mark }

/** The layer in the address for a plan's devices: the style of each, and the counts by category. */
export function usePlanLayer(placed: readonly Placed[]) {
  const { plantId } = useCurrentPlant()
  const { measure, percent } = useFormats()
  const [search] = useSearchParams()
  const name = layerOf(search.layer)
  const zones = useLampZones(plantId, name === 'zones')
  const autonomyOf = useAutonomies(plantId, name === 'autonomy')
  return useMemo(() => {
    const layer = createLayer(name, { zones, autonomyOf })
    if (!layer) return { name, marks: placed.map(({ mark }) => mark), kinds: [], heat: [] }
    const looks = new Map(layer.kinds.map(({ key, look }) => [key, look]))
    const counts = new Map<string, number>()
    const written = (value: number): string =>
      name === 'autonomy' ? measure(value, 'min', 0) : name === 'level' ? percent(value) : String(value)
    const marks = placed.map(({ device, mark }): Mark => {
      const said = layer.of(device)
      if (!said) return { ...mark, look: emptyLayer }
      const { kind, value } = said
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const look = name === 'faults' ? undefined : looks.get(kind)
      return { ...mark, ...(look && { look }), ...(value !== null && { value: written(value) }) }
    })
    const kinds = layer.kinds.flatMap((kind) => {
      const count = counts.get(kind.key) ?? 0
      return count > 0 ? [{ ...kind, count }] : []
    })
    const heat = name === 'faults' ? placed.filter(({ device }) => device.faults > 0).map(({ mark }) => mark) : []
    return { name, marks, kinds, heat }
  }, [name, zones, autonomyOf, placed, measure, percent])
}
export type ShownLayer = { name: PlanLayer; kinds: readonly (LayerKind & { count: number })[] }
