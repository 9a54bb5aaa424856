import { ActionIcon, Alert, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconChartBar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type EnergyAnswer, type EnergyPeriod, energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import {
  type EnergyRow,
  mainStep,
  rowsOf,
  tableDecimals,
} from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { addDays } from '../../shared/format/date-text.ts'
import { useFormats } from '../../shared/format/format.ts'
import { todayIn } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { later } from '../../shared/later.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { EnergyChart } from './EnergyChart.tsx'
import { EnergyFigures } from './EnergyFigures.tsx'
import { EnergyHeatMap } from './EnergyHeatMap.tsx'
import { EnergyNotes } from './EnergyNotes.tsx'
import { EnergyPdf } from './EnergyPdf.tsx'
import { BaselineCard, TariffCard } from './EnergySavings.tsx'
import { EnergyShares } from './EnergyShares.tsx'
import { EnergyTabs } from './EnergyTabs.tsx'
import { hasCurve, hasHeatMap } from './energy-rows.ts'
import './energy.css'

const QuarterCurve = later(async () => (await import('./QuarterCurve.tsx')).QuarterCurve)

const isPeriod = (text: string | undefined): text is EnergyPeriod => energyPeriods.some((one) => one === text)
const isDate = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** What is asked for, all of which is in the address. */
function useAsked() {
  const [{ period, date, zone }, change] = useSearchParams()
  return {
    period: isPeriod(period) ? period : ('month' as const),
    date: isDate(date) ? date : undefined,
    zone: zone || undefined,
    change,
  }
}

/** What the lamps of a plant, or of one of its monitoring zones, used in a period. */
export function EnergyPage() {
  const { t } = useTranslation('energy')
  const { plantId } = useOpenPlant()
  const { period, date, zone, change } = useAsked()
  const of = zone ? ({ kind: 'zone', zoneId: zone } as const) : ({ kind: 'plant' } as const)
  const input = { plantId, of, period, step: mainStep[period], ...(date && { date }) }
  const energy = useAction('getEnergy', input)
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={<Measured input={input} />}
        actions={
          <>
            <SegmentedControl
              aria-label={t('period.label')}
              value={period}
              data={energyPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
              onChange={(next) => change({ period: next })}
            />
            <IfMeasured input={input}>
              <EnergyPdf key={`${zone} ${period} ${date}`} asked={{ period, date, zone }} />
            </IfMeasured>
          </>
        }
      />
      <EnergyTabs current="energy" />
      <AnswerBoundary>
        <ZoneChoice />
      </AnswerBoundary>
      <Answered query={energy}>
        {(answer) =>
          answer.since === null && !zone ? (
            <div className="vx-card">
              <EmptyState icon={IconChartBar} title={t('none.title')}>
                {t('none.text')}
              </EmptyState>
            </div>
          ) : (
            <div className="vx-energy">
              <Around answer={answer} />
              <EnergyFigures answer={answer} />
              <div className="vx-energy-columns">
                <div>
                  <Chart answer={answer} period={period} />
                  {hasCurve(period) ? <Curve of={of} period={period} date={date} /> : null}
                  {hasHeatMap(period) ? <EnergyHeatMap of={of} period={period} date={date} /> : null}
                  {zone ? null : <EnergyShares period={period} date={date} />}
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
      </Answered>
    </>
  )
}

type Asked = { input: ActionInput<'getEnergy'> }

function Measured({ input }: Asked) {
  const { t } = useTranslation('energy')
  const { since, lamps } = useAnswer('getEnergy', input)
  return since === null ? null : <span>{t('measured', { count: lamps.count })}</span>
}

function IfMeasured({ input, children }: Asked & { children: ReactNode }) {
  return useAnswer('getEnergy', input).since === null ? null : <AnswerBoundary>{children}</AnswerBoundary>
}

type CurveProps = { of: ActionInput<'getEnergy'>['of']; period: EnergyPeriod; date: string | undefined }

/** Quarters of an hour are many and seldom looked at: they are fetched when they are asked for. */
function Curve(props: CurveProps) {
  const { t } = useTranslation('energy')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="vx-card vx-energy-part" aria-label={t('curve.title')}>
      <header className="vx-card-head">
        <h2>{t('curve.title')}</h2>
        {isOpen ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            {t('curve.show')}
          </Button>
        )}
      </header>
      {isOpen ? <QuarterCurve {...props} /> : null}
    </section>
  )
}

function ZoneChoice() {
  const { t } = useTranslation('energy')
  const { plantId } = useOpenPlant()
  const { zone, change } = useAsked()
  const zones = useAnswer('getMonitoringZonesPost', { plantId }).zones
  if (zones.length === 0 && !zone) return null
  return (
    <NativeSelect
      className="vx-energy-zone vx-no-print"
      label={t('of')}
      value={zone ?? ''}
      data={[{ value: '', label: t('plant') }, ...zones.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ currentTarget }) => change({ zone: currentTarget.value || undefined })}
    />
  )
}

/** The period in words, with the ways to the one before and the one after. */
function Around({ answer: { total, timezone, setAside } }: { answer: EnergyAnswer }) {
  const { t } = useTranslation('energy')
  const { day } = useFormats('UTC')
  const { change } = useAsked()
  const today = todayIn(timezone)
  return (
    <>
      <nav className="vx-energy-around vx-no-print" aria-label={t('period.label')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('before')}
          onClick={() => change({ date: addDays(total.from, -1) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <h2>
          {total.from === total.until
            ? day(total.from)
            : t('between', { from: day(total.from), until: day(total.until) })}
        </h2>
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

/** How a part of a period is called, short and long. */
function usePartNames(period: EnergyPeriod, timeZone: string) {
  const locale = formatLocale(useLanguage())
  const { bareTime, dateTime } = useFormats(timeZone)
  if (period === 'day') return { short: bareTime, long: dateTime }
  const named = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return (start: string) => format.format(new Date(start))
  }
  if (period === 'year') return { short: named({ month: 'short' }), long: named({ month: 'long', year: 'numeric' }) }
  const long = named({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return { short: named(period === 'week' ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' }), long }
}

const byTime = { column: 'time', descending: false }
type PartsProps = { answer: EnergyAnswer; period: EnergyPeriod }

function Chart({ answer, period }: PartsProps) {
  const { t } = useTranslation('energy')
  const { short } = usePartNames(period, answer.timezone)
  return (
    <section className="vx-card" aria-label={t('chart')}>
      <EnergyChart rows={rowsOf(answer)} labelOf={short} label={t('chart')} />
    </section>
  )
}

/** The same as the chart as a table, which is what is exported. */
function Parts({ answer, period }: PartsProps) {
  const { t } = useTranslation('energy')
  const { number, measure } = useFormats()
  const { long } = usePartNames(period, answer.timezone)
  const rows = rowsOf(answer)
  const kwh = (value: number | null) => (value === null ? '–' : number(value, { maximumFractionDigits: tableDecimals }))
  const missing = ({ missingHours }: EnergyRow) => (missingHours > 0 ? number(missingHours) : '')
  return (
    <section aria-label={t('table')}>
      <DataTable
        name="energy"
        label={t('table')}
        rows={rows}
        columns={[
          {
            id: 'time',
            header: t('time'),
            width: 152,
            cell: ({ start }) => long(start),
            value: ({ start }) => start,
            ...(period !== 'day' && { csv: ({ start }: EnergyRow) => long(start) }),
          },
          {
            id: 'used',
            header: t('usedKwh'),
            align: 'right',
            cell: ({ used }) => kwh(used),
            value: ({ used }) => used,
          },
          {
            id: 'lastYear',
            header: t('lastYearKwh'),
            align: 'right',
            cell: (row) => kwh(row.lastYear),
            value: (row) => row.lastYear,
          },
          {
            id: 'baseline',
            header: t('baseline.lineKwh'),
            align: 'right',
            cell: (row) => kwh(row.baseline),
            value: (row) => row.baseline,
          },
          { id: 'missing', header: t('missingHours'), align: 'right', cell: missing, value: (row) => row.missingHours },
          {
            id: 'jumps',
            header: t('jumpsHead'),
            align: 'right',
            cell: ({ jumps }) => jumps || '',
            value: ({ jumps }) => jumps,
          },
        ]}
        rowKey={({ start }) => start}
        defaultSort={byTime}
        listLine={(row) => ({
          title: long(row.start),
          detail: row.missingHours > 0 ? t('missing', { hours: missing(row) }) : null,
          value: row.used === null ? t(row.missingHours > 0 ? 'noData' : 'notYet') : measure(row.used, 'kWh'),
        })}
        empty={null}
      />
    </section>
  )
}
