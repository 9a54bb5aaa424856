import { ActionIcon, Alert, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChartBar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type EnergyAnswer, type EnergyPeriod, energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import { defaultStep } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { addDays } from '../../shared/format/date-text.ts'
import { todayIn } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { ReportButton } from '../reports/index.ts'
import { EnergyFigures } from './EnergyFigures.tsx'
import { EnergyHeatMap } from './EnergyHeatMap.tsx'
import { EnergyNotes } from './EnergyNotes.tsx'
import { Chart, Parts } from './EnergyParts.tsx'
import { BaselineCard, TariffCard } from './EnergySavings.tsx'
import { EnergyShares } from './EnergyShares.tsx'
import { EnergyTabs } from './EnergyTabs.tsx'
import * as styles from './energy.module.css'
import { hasCurve, hasHeatMap } from './energy-rows.ts'
import { useRangeText } from './energy-texts.ts'

type PdfProps = { timeRange: { period: EnergyPeriod; date: string | undefined; zone: string | undefined } }

/** Orders the shown data as PDF; another period or zone is another PDF. */
function EnergyPdf({ timeRange: { period, date, zone } }: PdfProps) {
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const create = useActionMutation('createEnergyReport')
  const input = { period, ...(date && { date }), ...(zone && { zoneId: zone }) }
  return <ReportButton create={create} onCreate={() => create.mutate({ plantId, language, ...input })} />
}

const QuarterCurve = lazy(async () => (await import('./QuarterCurve.tsx')).QuarterCurve)

const isPeriod = (text: string | undefined): text is EnergyPeriod => energyPeriods.some((one) => one === text)
const isDate = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** The query, entirely in the address. */
function useEnergyInput() {
  const [{ period, date, zone }, change] = useSearchParams()
  return {
    period: isPeriod(period) ? period : ('month' as const),
    date: isDate(date) ? date : undefined,
    zone: zone || undefined,
    change,
  }
}

/** Energy used by the lamps of a plant, or of a monitoring zone, in a period. */
export function EnergyPage() {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { period, date, zone, change } = useEnergyInput()
  const scope = zone ? ({ kind: 'zone', zoneId: zone } as const) : ({ kind: 'plant' } as const)
  const input = { plantId, of: scope, period, step: defaultStep[period], ...(date && { date }) }
  const isPhone = usePhone()
  const zoneChoice = (
    <AnswerBoundary skeleton={<LoadingRows rows={1} height={34} />}>
      <ZoneChoice />
    </AnswerBoundary>
  )
  return (
    <>
      <PageHeader
        title={t('word.energyMonitoring')}
        facts={<MeasuredFacts input={input} />}
        actions={
          <>
            {isPhone ? null : zoneChoice}
            <SegmentedControl
              aria-label={t('period.label')}
              value={period}
              data={energyPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
              onChange={(next) => change({ period: next })}
            />
            <IfMeasured input={input}>
              <EnergyPdf key={`${zone} ${period} ${date}`} timeRange={{ period, date, zone }} />
            </IfMeasured>
          </>
        }
      />
      <EnergyTabs current="energy" />
      {isPhone ? zoneChoice : null}
      <AnswerBoundary>
        <Energy input={input} curve={{ of: scope, period, date }} />
      </AnswerBoundary>
    </>
  )
}

function Energy({ input, curve: curveProps }: EnergyInput & { curve: CurveProps }) {
  const { t } = useTranslation('energy')
  const answer = useAnswer('getEnergy', input)
  const { of, period, date } = curveProps
  const isPlant = of.kind === 'plant'
  if (answer.since === null && isPlant)
    return (
      <div className="vx-card">
        <EmptyState icon={IconChartBar} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.energy}>
      <PeriodNavigation answer={answer} />
      <EnergyFigures answer={answer} />
      <div className={styles.energyColumns}>
        <div>
          <Chart answer={answer} period={period} />
          {hasCurve(period) ? <Curve {...curveProps} /> : null}
          {hasHeatMap(period) ? <EnergyHeatMap {...curveProps} /> : null}
          {isPlant ? <EnergyShares period={period} date={date} /> : null}
          <Parts answer={answer} period={period} />
        </div>
        <aside>
          <AnswerBoundary>
            <BaselineCard answer={answer} />
            <TariffCard answer={answer} />
          </AnswerBoundary>
          <EnergyNotes />
        </aside>
      </div>
    </div>
  )
}

type EnergyInput = { input: ActionInput<'getEnergy'> }

function MeasuredFacts({ input }: EnergyInput) {
  const { t } = useTranslation('energy')
  const { since, lamps } = useAnswer('getEnergy', input)
  return since === null ? null : <span>{t('measured', { count: lamps.count })}</span>
}

function IfMeasured({ input, children }: EnergyInput & { children: ReactNode }) {
  return useAnswer('getEnergy', input).since === null ? null : <AnswerBoundary>{children}</AnswerBoundary>
}

type CurveProps = { of: NonNullable<ActionInput<'getEnergy'>['of']>; period: EnergyPeriod; date: string | undefined }

/** Quarter hours are many and rarely viewed, so they are fetched on request. */
function Curve(props: CurveProps) {
  const { t } = useTranslation('energy')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`vx-card ${styles.energyPart}`} aria-label={t('curve.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('curve.title')}</h2>
        {isOpen ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            {t('curve.show')}
          </Button>
        )}
      </header>
      {isOpen ? (
        <AnswerBoundary>
          <QuarterCurve {...props} />
        </AnswerBoundary>
      ) : null}
    </section>
  )
}

function ZoneChoice() {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { zone, change } = useEnergyInput()
  const zones = useAnswer('getMonitoringZonesPost', { plantId }).zones
  if (zones.length === 0 && !zone) return null
  return (
    <NativeSelect
      className={`${styles.energyZone} vx-no-print`}
      aria-label={t('of')}
      value={zone ?? ''}
      data={[{ value: '', label: t('plant') }, ...zones.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ currentTarget }) => change({ zone: currentTarget.value || undefined })}
    />
  )
}

/** The period in words, with links to the previous and next ones. */
function PeriodNavigation({ answer: { total, timezone, setAside } }: { answer: EnergyAnswer }) {
  const { t } = useTranslation('energy')
  const rangeText = useRangeText()
  const { change } = useEnergyInput()
  const today = todayIn(timezone)
  return (
    <>
      <nav className={`${styles.energyAround} vx-no-print`} aria-label={t('period.label')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('before')}
          onClick={() => change({ date: addDays(total.from, -1) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <h2>{rangeText(total)}</h2>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('after')}
          disabled={total.until >= today}
          onClick={() => change({ date: addDays(total.until, 1) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </nav>
      {setAside > 0 ? <Alert color="orange">{t('setAside', { count: setAside })}</Alert> : null}
    </>
  )
}
