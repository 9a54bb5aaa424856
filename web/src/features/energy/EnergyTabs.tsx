import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

/** Tabs for the energy used, and for the monitoring zones. */
export function EnergyTabs({ current }: { current: 'energy' | 'monitoringZones' }) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const tabs = ['energy', 'monitoringZones'] as const
  return (
    <PageTabs
      label={t('word.energyMonitoring')}
      tabs={tabs.map((tab) => ({ to: pathTo(tab, { plantId }), text: t(`tab.${tab}`), current: tab === current }))}
    />
  )
}
