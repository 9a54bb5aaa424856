import { Button } from '@mantine/core'
import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './energy.module.css'
import { type HeatCell, heatMapOf, heatStep } from './energy-rows.ts'

type HeatMapProps = { of: ActionInput<'getEnergy'>['of']; period: EnergyPeriod; date: string | undefined }

/** Energy by hour and day: one table, whose cells are colored or show their numbers. */
export function EnergyHeatMap(input: HeatMapProps) {
  const { t } = useTranslation('energy')
  const [asNumbers, setAsNumbers] = useState(false)
  return (
    <section className={`vx-card ${styles.energyHeat}`} aria-label={t('heat.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('heat.title')}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-pressed={asNumbers}
          onClick={() => setAsNumbers((previous) => !previous)}
        >
          {t(asNumbers ? 'heat.colours' : 'heat.numbers')}
        </Button>
      </header>
      <AnswerBoundary>
        <Hours {...input} asNumbers={asNumbers} />
      </AnswerBoundary>
    </section>
  )
}

function Hours({ of, period, date, asNumbers }: HeatMapProps & { asNumbers: boolean }) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const hours = { plantId, of, period, step: 'hour' as const, ...(date && { date }) }
  const { series, lamps, timezone } = useAnswer('getEnergy', hours)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys as well
    <section className={styles.energyScroll} tabIndex={0} aria-label={t('heat.title')}>
      <HeatTable map={heatMapOf(series, timezone)} maxKwh={lamps.ratedW / 1_000} asNumbers={asNumbers} />
    </section>
  )
}

type TableProps = { map: ReturnType<typeof heatMapOf>; maxKwh: number; asNumbers: boolean }

function HeatTable({ map: { days, hours, cells }, maxKwh, asNumbers }: TableProps) {
  const { t } = useTranslation('energy')
  const { date } = useFormats('UTC')
  // Without the lamps' rated power, the highest hour defines the scale.
  const maxUsed = maxKwh || Math.max(...cells.flat().map((cell) => cell?.used ?? 0))
  return (
    <table data-numbers={asNumbers || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('heat.hour')}</th>
          {days.map((day) => (
            <th key={day} scope="col">
              <abbr title={date(day)}>{Number(day.slice(8))}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour, row) => (
          <tr key={hour}>
            <th scope="row">{hour.endsWith('+') ? t('heat.again', { hour: hour.slice(0, -1) }) : hour}</th>
            {days.map((day, column) => (
              <Cell key={day} cell={cells[row]?.[column]} max={maxUsed} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ cell, max: maxUsed }: { cell: HeatCell | undefined; max: number }) {
  const { t } = useTranslation('energy')
  const { measure, number } = useFormats()
  if (!cell) return <td data-none title={t('heat.none')} />
  const { used, missingHours } = cell
  const valueText = used === null ? t(missingHours > 0 ? 'noData' : 'notYet') : measure(used, 'kWh')
  const missingText = missingHours > 0 ? t('missing', { hours: number(missingHours) }) : null
  return (
    <td
      data-step={used === null ? undefined : heatStep(used, maxUsed)}
      data-gap={missingText === null ? undefined : true}
      title={[valueText, missingText].filter(Boolean).join(' · ')}
    >
      <span>{used === null ? (missingText ? t('noData') : '') : number(used, { maximumSignificantDigits: 3 })}</span>
    </td>
  )
}
