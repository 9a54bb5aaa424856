import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { useAnswer } from '../../shared/api/use-answer.ts'
import 'uplot/dist/uPlot.min.css'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './energy.module.css'
import { powerOf } from './energy-rows.ts'

type CurveProps = { of: ActionInput<'getEnergy'>['of']; period: EnergyPeriod; date: string | undefined }

/** Power by quarter hour; broken where data is missing. */
export function QuarterCurve({ of, period, date }: CurveProps) {
  const { plantId } = useCurrentPlant()
  const { series, timezone } = useAnswer('getEnergy', { plantId, of, period, step: 'quarter', ...(date && { date }) })
  return (
    <Plot times={series.starts.map((start) => Date.parse(start) / 1_000)} power={powerOf(series)} timezone={timezone} />
  )
}

type PlotProps = { times: number[]; power: (number | null)[]; timezone: string }

function Plot({ times, power, timezone }: PlotProps) {
  const { t } = useTranslation('energy')
  const locale = formatLocale(useLanguage())
  const at = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = at.current
    if (!box) return
    const colour = (name: string) => getComputedStyle(box).getPropertyValue(name)
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
    const axis = {
      stroke: colour('--vx-text-2'),
      grid: { stroke: colour('--vx-line') },
      font: '11px Inter, sans-serif',
    }
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: 220,
        legend: { show: false },
        tzDate: (s) => uPlot.tzDate(new Date(s * 1_000), timezone),
        series: [{}, { stroke: colour('--vx-brand'), width: 1.5, spanGaps: false }],
        axes: [
          {
            ...axis,
            values: (plot, splits) =>
              splits.map((s) => {
                const isLongPeriod = (plot.data[0].at(-1) ?? 0) - (plot.data[0][0] ?? 0) > 2 * 86_400
                const shown = isLongPeriod
                  ? { weekday: 'short', day: 'numeric' }
                  : { hour: '2-digit', minute: '2-digit' }
                return new Intl.DateTimeFormat(locale, { timeZone: timezone, ...(shown as object) }).format(s * 1_000)
              }),
          },
          { ...axis, size: 56, values: (_, splits) => splits.map((kw) => numbers.format(kw)) },
        ],
        scales: { y: { range: (_, __, max) => [0, Math.max(0.01, max * 1.05)] } },
      },
      [times, power],
      box,
    )
    const sizeObserver = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: 220 }))
    sizeObserver.observe(box)
    return () => {
      sizeObserver.disconnect()
      plot.destroy()
    }
  }, [times, power, timezone, locale])
  return <div ref={at} className={styles.energyCurve} role="img" aria-label={t('curve.title')} />
}
