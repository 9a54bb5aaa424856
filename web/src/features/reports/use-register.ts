import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { call } from '../../shared/api/call.ts'
import { callOnce } from '../../shared/api/use-action.ts'
import { useSavedReport } from '../../shared/api/use-saved-report.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'

/** Makes the register of the last year, of a Basic plant the last test, and saves it. */
export function useRegister({ plant_id: plantId, tier }: Pick<PlantSummary, 'plant_id' | 'tier'>) {
  const language = useLanguage()
  const period = tier === 'pro' ? 'lastYear' : 'lastTest'
  return useSavedReport(
    async () => (await callOnce('createGlobalReport', { plantId, language, period })).report.id,
    async (reportId) => {
      const { report } = await call('getReport', { plantId, reportId })
      return { report, file: report.state === 'ready' ? await callOnce('downloadReport', { plantId, reportId }) : null }
    },
  )
}
