import { later } from '../../shared/later.tsx'

/** The report over the plant; its code comes when its tab is first opened. */
export const PlantReport = later(async () => (await import('./PlantReportTab.tsx')).PlantReportTab)
