import { Select } from '@mantine/core'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { TestCalendar } from '../test-calendar/index.ts'
import * as styles from './emergency-tests.module.css'
import { PlantReport } from './PlantReport.ts'
import { reportKinds, useReportKind, useReportPath } from './report-devices.ts'
import { ScheduleTab } from './ScheduleTab.tsx'
import { StartTest } from './StartTest.ts'
import { StartTestButton } from './StartTestButton.tsx'
import { TestReport } from './TestReport.tsx'
import { TestsNow } from './TestsNow.tsx'
import { TestsTable } from './TestsTable.tsx'
import { type TestView as Tab, TestTabs, testViews } from './TestTabs.tsx'

/** Tests of the plant: the running ones, and past results. */
export function TestsPage() {
  const { t } = useTranslation('emergency-tests')
  const { tests } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const blockedReason = useWhyNotAllowed()
  const current: Tab = testViews.find((tab) => tab === search.tab) ?? 'now'
  const isPhone = usePhone()
  const isIdle = current === 'now' && tests.length === 0
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          isIdle && !isPhone ? null : (
            <RoleAction>
              <StartTestButton />
            </RoleAction>
          )
        }
      />
      <TestTabs current={current} />
      {current === 'calendar' || isIdle ? null : <DevicesSelect tab={current} />}
      <TabBody tab={current} testId={search.test} />
      {search.start && !blockedReason ? (
        <StartTest
          asked={search.start}
          kind={testKinds.find((kind) => kind === search.kind)}
          onClose={() => setSearch({ start: undefined, kind: undefined })}
        />
      ) : null}
    </>
  )
}

/** Limits the tab to one kind of devices; stored in the address. */
function DevicesSelect({ tab }: { tab: Tab }) {
  const { t } = useTranslation('emergency-tests')
  const navigateTo = useNavigateTo()
  const path = useReportPath()
  const kind = useReportKind()
  return (
    <Select
      className={`${styles.reportDevices} vx-no-print`}
      aria-label={t('devices.label')}
      allowDeselect={false}
      value={kind}
      data={reportKinds.map((value) => ({ value, label: t(`devices.${value}`) }))}
      onChange={(value) => {
        const chosen = reportKinds.find((one) => one === value)
        if (chosen && chosen !== kind) navigateTo(path(tab === 'now' ? undefined : { tab }, chosen))
      }}
    />
  )
}

/** The year's tests, and below them each unit's schedule. */
function CalendarTab() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  return (
    <>
      <TestCalendar plantId={plantId} />
      <h2 className={styles.scheduleTitle}>{t('schedule.title')}</h2>
      <ScheduleTab />
    </>
  )
}

function TabBody({ tab, testId }: { tab: Tab; testId: string | undefined }) {
  if (tab === 'now') return <TestsNow />
  if (tab === 'calendar') return <CalendarTab />
  if (tab === 'results') return testId ? <TestReport testId={testId} /> : <TestsTable />
  return <PlantReport />
}
