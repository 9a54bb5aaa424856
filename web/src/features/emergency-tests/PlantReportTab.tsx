import { Button, Select } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import {
  type LampOutcome,
  lampOutcomes,
  type ReportPeriod,
  reportPeriods,
} from '@vigilux/contract/features/reports/plant-report.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText, useLanguage } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import type { TableState } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { ReportButton } from '../reports/index.ts'
import { lampsSort, PlantReportLamps } from './PlantReportLamps.tsx'
import { PlantReportUnits } from './PlantReportUnits.tsx'
import * as plantReportStyles from './plant-report.module.css'
import { ReportBars } from './ReportBars.tsx'
import { useReportDevices } from './report-devices.ts'
import * as verdictStyles from './verdict.module.css'

const ReportMailDialog = lazy(async () => (await import('./ReportMailDialog.tsx')).ReportMailDialog)

type Input = ActionInput<'getGlobalReports'>
type PlantReport = ActionOutput<'getGlobalReports'>

function questionOf(input: Pick<Input, 'plantId' | 'period' | 'devicesType'>, state: TableState): Input {
  const outcome = lampOutcomes.find((one) => one === state.chip)
  return {
    ...input,
    page: state.page,
    search: state.search.slice(0, 80),
    descending: state.sort?.descending ?? false,
    sort: lampsSort(state.sort?.column),
    ...(outcome ? { outcome } : {}),
  }
}

/** Test results of a period: figures on screen, table, and PDF. */
export function PlantReportTab() {
  const { plantId } = useCurrentPlant()
  const [period, setPeriod] = usePeriod()
  const [state] = useTableState('', undefined)
  const input = questionOf({ plantId, period, devicesType: useReportDevices() }, state)
  return (
    <div className={plantReportStyles.plantReport}>
      <div className={`${plantReportStyles.plantReportHead} vx-no-print`}>
        <PeriodSelect period={period} onChange={setPeriod} />
        <ByMail period={period} />
        <ReportPdf key={JSON.stringify([input.period, input.devicesType, input.outcome, input.search])} input={input} />
      </div>
      <AnswerBoundary>
        <Report input={input} />
      </AnswerBoundary>
    </div>
  )
}

function Report({ input }: { input: Input }) {
  const report = useAnswer('getGlobalReports', input, { placeholderData: keepPreviousData })
  return (
    <>
      <Verdict report={report} />
      <ReportBars figures={report.figures} />
      <PlantReportUnits units={report.units} />
      <PlantReportLamps report={report} input={input} />
    </>
  )
}

/** The period in the address; a Basic plant has only the last test, and starts with it. */
function usePeriod(): [ReportPeriod, (period: ReportPeriod) => void] {
  const { plant } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const requestedPeriod = reportPeriods.find((one) => one === search.period)
  const isBasic = plant.tier === 'basic'
  const period = isBasic ? 'lastTest' : (requestedPeriod ?? 'last3Months')
  return [period, (next) => setSearch({ period: next, page: undefined })]
}

function PeriodSelect({ period, onChange }: { period: ReportPeriod; onChange: (period: ReportPeriod) => void }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const isBasic = plant.tier === 'basic'
  return (
    <Select
      label={t('word.period')}
      description={isBasic ? errorText('errors', 'REPORT_LIMIT_BASIC') : undefined}
      allowDeselect={false}
      value={period}
      data={reportPeriods.map((value) => ({
        value,
        label: t(`report.periods.${value}`),
        disabled: isBasic && !isAvailableInBasic(value),
      }))}
      onChange={(value) => {
        const chosen = reportPeriods.find((one) => one === value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}

function ByMail({ period }: { period: ReportPeriod }) {
  const { t } = useTranslation('reports')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('byMail.button')}
      </Button>
      {isOpen ? <ReportMailDialog period={period} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The report as PDF in the reader's language, for the filtered lamps. */
function ReportPdf({ input }: { input: Input }) {
  const language = useLanguage()
  const create = useActionMutation('createGlobalReport')
  const { plantId, period, devicesType, outcome, search } = input
  const reportInput = { plantId, period, devicesType, search, language, ...(outcome ? { outcome } : {}) }
  return <ReportButton create={create} onCreate={() => create.mutate(reportInput)} />
}

const stateOf: Record<PlantReport['result'], StateName> = {
  pass: 'passed',
  fail: 'failed',
  disconnected: 'offline',
  unknown: 'unknown',
}

/** The plant's verdict in one sentence, worst first, with the days of the period. */
function Verdict({ report }: { report: PlantReport }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { day, number } = useFormats(plant.timezone)
  const { icon: Mark, tone } = styleOf(stateOf[report.result])
  const days = { from: report.from ? day(report.from) : '', until: day(report.until) }
  const text = useSummaryText(report, days)
  return (
    <section className={`vx-card ${verdictStyles.testVerdict}`} data-tone={tone}>
      <header>
        <Mark size={26} aria-hidden />
        <h2>{text}</h2>
      </header>
      <p>
        {t(`report.periods.${report.period}`)}: {t(report.from ? 'report.span' : 'report.until', days)} ·{' '}
        {t('report.functionalTests')} {number(report.tests.functional)} · {t('report.autonomyTests')}{' '}
        {number(report.tests.autonomy)}
      </p>
      {report.openBefore > 0 ? <OpenBefore /> : null}
      {report.result === 'disconnected' ? <p>{t('report.disconnected')}</p> : null}
      {report.running > 0 ? <p>{t('report.running', { count: report.running })}</p> : null}
    </section>
  )
}

/** Link to lamps with failures from before the period; a Basic plant has no longer period. */
function OpenBefore() {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  if (plant.tier === 'basic') return null
  const allFailures = { period: 'plantLife', f: 'failed', page: undefined }
  return (
    <Button variant="default" className="vx-no-print" onClick={() => setSearch(allFailures)}>
      {t('report.showOpenBefore')}
    </Button>
  )
}

function useSummaryText(report: PlantReport, days: { from: string; until: string }): string {
  const { t } = useTranslation('emergency-tests')
  const { figures, from, openBefore, openRunning } = report
  const { failed, notExecuted, passed, notTested }: Record<LampOutcome, number> = figures.lamps
  const otherFailures = [
    openBefore > 0 ? t('report.openBefore', { count: openBefore }) : '',
    openRunning > 0 ? t('report.openRunning', { count: openRunning }) : '',
  ].filter(Boolean)
  if (failed + notExecuted + passed === 0)
    return [t(from ? 'report.nothing' : 'report.nothingYet', days), ...otherFailures].join(', ')
  return [
    failed > 0
      ? t('verdict.failed', { count: failed })
      : passed > 0 && otherFailures.length === 0
        ? t('state.passed')
        : '',
    ...otherFailures,
    notExecuted > 0 ? t('verdict.notExecuted', { count: notExecuted }) : '',
    notTested > 0 ? t('report.countNotTested', { count: notTested }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
