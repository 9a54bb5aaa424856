import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { useReportPath } from './report-devices.ts'

/** Views on the same page as the plant's tests, by the tab in the address. */
export const testViews = ['now', 'calendar', 'results', 'reports'] as const
export type TestView = (typeof testViews)[number]

const tabs = ['now', 'calendar', 'plan', 'results', 'rounds', 'batteries', 'reports'] as const

/** The tabs of tests and reports; rounds, batteries and the year plan have their own pages. */
export function TestTabs({ current }: { current: (typeof tabs)[number] }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const path = useReportPath()
  const pathOf = (tab: (typeof tabs)[number]) => {
    if (tab === 'batteries') return pathTo('batteries', { plantId })
    if (tab === 'rounds') return pathTo('rounds', { plantId })
    if (tab === 'plan') return pathTo('testPlan', { plantId })
    return path(tab === 'now' ? undefined : { tab })
  }
  return (
    <PageTabs
      label={t('title')}
      tabs={tabs.map((tab) => ({ to: pathOf(tab), text: t(`tab.${tab}`), current: tab === current }))}
    />
  )
}
