import { Button, Select } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { monthsUntilNow } from '../../shared/format/wall-time.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance.module.css'
import { InspectorCard } from './InspectorCard.tsx'
import { PresentDangerBar } from './PresentDangerBar.tsx'
import { ProfileSelect } from './ProfileSelect.tsx'
import { RuleGroups } from './RuleGroups.tsx'
import { useMonthName } from './use-month-name.ts'
import { Verdict } from './Verdict.tsx'
import { WeekStrip } from './WeekStrip.tsx'
import { WhatFixesIt } from './WhatFixesIt.tsx'

/** Whether the plant meets the standards: the verdict, each rule with its evidence and remedy. */
export function CompliancePage() {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(search.month ?? '') ? search.month : undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={<PageFacts month={month} />}
        actions={
          <>
            <Button
              component="a"
              variant="default"
              href={`#${pathTo('handover', { plantId })}`}
              leftSection={<IconChecklist size={16} aria-hidden />}
            >
              {t('word.verificationAndHandover')}
            </Button>
            <MonthSelect month={month} choose={(value) => setSearch({ month: value })} />
          </>
        }
      />
      <AnswerBoundary>
        <ComplianceResult month={month} />
      </AnswerBoundary>
    </>
  )
}

type Month = { month: string | undefined }

function useCompliance({ month }: Month): Compliance {
  const { plantId } = useCurrentPlant()
  return useAnswer('getCompliance', { plantId, ...(month ? { month } : {}) }, { placeholderData: keepPreviousData })
}

function ComplianceResult(month: Month) {
  const { plantId } = useCurrentPlant()
  const found = useCompliance(month)
  return (
    <div>
      <PresentDangerBar now={found.now} />
      <div className={styles.compliance}>
        <section className={`vx-card ${styles.verdictCard}`}>
          <Verdict found={found} rulesOnly />
          <ProfileSelect profile={found.profile} />
          <AnswerBoundary skeleton={<LoadingRows rows={1} height={60} />}>
            <WeekStrip />
          </AnswerBoundary>
        </section>
        <div className={styles.complianceRules}>
          <RuleGroups found={found} plantId={plantId} />
        </div>
        <aside className={styles.complianceSide}>
          <WhatFixesIt found={found} />
          <InspectorCard />
        </aside>
      </div>
    </div>
  )
}

function PageFacts(month: Month) {
  const { t } = useTranslation('compliance')
  const found = useCompliance(month)
  const { dateTime, number } = useFormats(found.timezone)
  return (
    <>
      <span>{t('asOf', { at: dateTime(found.at) })}</span> <span>{t('lamps', { n: number(found.lamps) })}</span>
    </>
  )
}

/** Number of past months to choose from. */
const monthsBack = 24

function MonthSelect({ month, choose }: { month: string | undefined; choose: (month: string | undefined) => void }) {
  const { t } = useTranslation('compliance')
  const monthName = useMonthName()
  const { plant } = useCurrentPlant()
  const [, ...pastMonths] = monthsUntilNow(plant.timezone, monthsBack + 1)
  const months = pastMonths.map((value) => ({ value, label: t('month.endOf', { month: monthName(value) }) }))
  return (
    <span className={`${styles.monthSelect} vx-no-print`}>
      <span aria-hidden>{t('month.label')}</span>
      <Select
        aria-label={t('month.label')}
        allowDeselect={false}
        value={month ?? 'now'}
        data={[{ value: 'now', label: t('month.now') }, ...months]}
        onChange={(value) => choose(value === 'now' || value === null ? undefined : value)}
      />
    </span>
  )
}
