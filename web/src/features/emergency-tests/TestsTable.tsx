import { Pagination } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useLimits } from '../../shared/api/use-limits.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import { useReportDevices } from './report-devices.ts'
import { TestRows } from './TestRows.tsx'

/** All tests of the plant, newest first, linked to their results. */
export function TestsTable() {
  const devicesType = useReportDevices()
  const [search] = useSearchParams()
  return (
    <AnswerBoundary>
      <Tests devicesType={devicesType} page={Math.max(1, Number(search.page) || 1)} />
    </AnswerBoundary>
  )
}

type TestsInput = { devicesType: ReturnType<typeof useReportDevices>; page: number }

function Tests({ devicesType, page }: TestsInput) {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  const limits = useLimits()
  const { tests, hidden, last, total } = useAnswer(
    'getTests',
    { plantId, page, devicesType },
    { placeholderData: keepPreviousData },
  )
  if (total === 0)
    return (
      <>
        <div className="vx-card">
          <EmptyState
            icon={IconListCheck}
            title={t(hidden > 0 ? 'results.noneLately' : devicesType === 'all' ? 'results.none' : 'devices.none')}
          >
            {t('results.noneText')}
          </EmptyState>
        </div>
        {last ? (
          <div className="vx-card">
            <TestRows label={t('last.one')} tests={[last]} />
          </div>
        ) : null}
        <HiddenHistory of="tests" count={hidden} />
      </>
    )
  const pages = limits ? Math.ceil(total / limits.reportPageRows) : 1
  return (
    <>
      <div className="vx-card">
        <TestRows label={t('tab.results')} tests={tests} />
      </div>
      {pages > 1 ? (
        <nav className={tableStyles.tablePages} aria-label={t('table.pages')}>
          <span />
          <Pagination
            total={pages}
            value={page}
            onChange={(next) => setSearch({ page: next > 1 ? String(next) : undefined })}
            getItemProps={(number) => ({ 'aria-label': t('table.page', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? t('table.next') : t('table.previous'),
            })}
          />
        </nav>
      ) : null}
      {last ? (
        <div className="vx-card">
          <TestRows label={t('last.one')} tests={[last]} />
        </div>
      ) : null}
      <HiddenHistory of="tests" count={hidden} />
    </>
  )
}
