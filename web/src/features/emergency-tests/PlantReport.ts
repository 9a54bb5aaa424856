import { lazy } from '../../shared/lazy.tsx'

/** The plant report; its code loads when its tab is first opened. */
export const PlantReport = lazy(async () => (await import('./PlantReportTab.tsx')).PlantReportTab)
