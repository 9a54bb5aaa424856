import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'
import type { PlantOnMapProps } from './PlantOnMap.tsx'
import type { PlantsMapProps } from './PlantsMap.tsx'
import type { PositionMapProps } from './PositionMap.tsx'

/** The map, its words and what draws it come when a page first shows one. */
export const PlantsMap = later<PlantsMapProps>(
  async () => (await Promise.all([import('./PlantsMap.tsx'), needWords('map')]))[0].PlantsMap,
  { meanwhile: <LoadingRows height={56} /> },
)
export const PositionMap = later<PositionMapProps>(
  async () => (await Promise.all([import('./PositionMap.tsx'), needWords('map')]))[0].PositionMap,
)
export const PlantOnMap = later<PlantOnMapProps>(
  async () => (await Promise.all([import('./PlantOnMap.tsx'), needWords('map')]))[0].PlantOnMap,
)
