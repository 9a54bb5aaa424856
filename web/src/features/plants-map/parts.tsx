import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import type { PlantOnMapProps } from './PlantOnMap.tsx'
import type { PlantsMapProps } from './PlantsMap.tsx'
import type { PositionMapProps } from './PositionMap.tsx'

/** The map with its texts and library loads when a page first shows one. */
export const PlantsMap = lazy<PlantsMapProps>(
  async () => (await Promise.all([import('./PlantsMap.tsx'), loadTextBundles('map')]))[0].PlantsMap,
  { meanwhile: <LoadingRows height={56} /> },
)
export const PositionMap = lazy<PositionMapProps>(
  async () => (await Promise.all([import('./PositionMap.tsx'), loadTextBundles('map')]))[0].PositionMap,
)
export const PlantOnMap = lazy<PlantOnMapProps>(
  async () => (await Promise.all([import('./PlantOnMap.tsx'), loadTextBundles('map')]))[0].PlantOnMap,
)
