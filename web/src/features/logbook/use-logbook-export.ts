import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useDownload } from '../../shared/api/download.ts'
import { toastDone } from '../../shared/feedback/toast.ts'

/** Downloads the sealed export, and says how many visible entries it leaves out. */
export function useLogbookExport(plantId: string): ReturnType<typeof useDownload> {
  const { t } = useTranslation('logbook')
  return useDownload(async () => {
    const { omitted, ...link } = await call('exportLogbook', { plantId })
    if (omitted > 0) toastDone(t('exportOmits', { count: omitted }))
    return { ...link, bytes: 0 }
  })
}
