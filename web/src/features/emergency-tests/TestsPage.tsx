import { IconHourglassLow, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ScheduleTab } from './ScheduleTab.tsx'
import { StartTestDialog } from './StartTestDialog.tsx'
import { TestReport } from './TestReport.tsx'
import { TestsNow } from './TestsNow.tsx'
import { TestsTable } from './TestsTable.tsx'
import './emergency-tests.css'

const tabs = ['now', 'calendar', 'results', 'reports'] as const
type Tab = (typeof tabs)[number]

/** Tests of the plant: what runs now, what came of the former ones. */
export function TestsPage() {
  const { t } = useTranslation('emergency-tests')
  const { plantId, units } = useOpenPlant()
  const [search, setSearch] = useSearchParams()
  const because = useWhyNotAllowed()
  const current: Tab = tabs.find((tab) => tab === search.tab) ?? 'now'
  const none = units.length === 0 ? t('start.noUnit') : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ReasonButton
            because={because ?? none}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => setSearch({ start: '1' })}
          >
            {t('start.button')}
          </ReasonButton>
        }
      />
      <PageTabs
        label={t('title')}
        tabs={tabs.map((tab) => ({
          to: pathTo('plantReport', { plantId }, tab === 'now' ? undefined : { tab }),
          text: t(`tab.${tab}`),
          current: tab === current,
        }))}
      />
      <TabBody tab={current} testId={search.test} />
      {search.start && !because ? (
        <StartTestDialog asked={search.start} onClose={() => setSearch({ start: undefined })} />
      ) : null}
    </>
  )
}

function TabBody({ tab, testId }: { tab: Tab; testId: string | undefined }) {
  const { t } = useTranslation('emergency-tests')
  if (tab === 'now') return <TestsNow />
  if (tab === 'calendar') return <ScheduleTab />
  if (tab === 'results') return testId ? <TestReport testId={testId} /> : <TestsTable />
  return (
    <div className="vx-card">
      <StatePanel icon={IconHourglassLow} title={t('later.title')}>
        {t(`later.${tab}`)}
      </StatePanel>
    </div>
  )
}
