import { lazy } from '../../shared/lazy.tsx'

/** The report over the plant; its code comes when its tab is first opened. */
export const PlantReport = lazy(async () => (await import('./PlantReportTab.tsx')).PlantReportTab)
