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
export function usePlanLayer(placedDevices: readonly Placed[]) {
  const { plantId } = useCurrentPlant()
  const { measure, percent } = useFormats()
  const [search] = useSearchParams()
  const name = layerOf(search.layer)
  const zones = useLampZones(plantId, name === 'zones')
  const autonomyOf = useAutonomies(plantId, name === 'autonomy')
  return useMemo(() => {
    const layer = createLayer(name, { zones, autonomyOf })
    if (!layer) return { name, marks: placedDevices.map(({ mark }) => mark), kinds: [], heat: [] }
    const styleByKind = new Map(layer.kinds.map(({ key, look }) => [key, look]))
    const counts = new Map<string, number>()
    const formatValue = (value: number): string =>
      name === 'autonomy' ? measure(value, 'min', 0) : name === 'level' ? percent(value) : String(value)
    const marks = placedDevices.map(({ device, mark }): Mark => {
      const lampMark = layer.of(device)
      if (!lampMark) return { ...mark, look: emptyLayer }
      const { kind, value } = lampMark
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const markStyle = name === 'faults' ? undefined : styleByKind.get(kind)
      return { ...mark, ...(markStyle && { look: markStyle }), ...(value !== null && { value: formatValue(value) }) }
    })
    const kinds = layer.kinds.flatMap((kind) => {
      const count = counts.get(kind.key) ?? 0
      return count > 0 ? [{ ...kind, count }] : []
    })
    const heatMarks =
      name === 'faults' ? placedDevices.filter(({ device }) => device.faults > 0).map(({ mark }) => mark) : []
    return { name, marks, kinds, heat: heatMarks }
  }, [name, zones, autonomyOf, placedDevices, measure, percent])
}
export type ShownLayer = { name: PlanLayer; kinds: readonly (LayerKind & { count: number })[] }
