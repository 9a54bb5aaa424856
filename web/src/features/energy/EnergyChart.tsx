import { chartScaleOfRows, type EnergyRow } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './energy.module.css'

const frame = { width: 720, height: 272, left: 56, right: 8, top: 34, bottom: 26 }
const plot = { width: frame.width - frame.left - frame.right, height: frame.height - frame.top - frame.bottom }
/** More labels than this would overlap. */
const maxLabels = 12

type ChartProps = { rows: readonly EnergyRow[]; labelOf: (start: string) => string; label: string }

/** Bars of the energy used, marks for the previous year, hatching for missing data; the table shows the same. */
export function EnergyChart({ rows, labelOf, label }: ChartProps) {
  const { t } = useTranslation('energy')
  const { number } = useFormats()
  const hatch = useId()
  const { top, step } = chartScaleOfRows(rows)
  const slot = plot.width / Math.max(1, rows.length)
  const y = (kwh: number) => frame.top + plot.height * (1 - kwh / top)
  const x = (at: number) => frame.left + at * slot
  // A point in the center of each part with a baseline; the line is broken without one.
  const baseline = rows
    .map((row, at) => {
      if (row.baseline === null) return ''
      const isFirst = (rows[at - 1]?.baseline ?? null) === null
      return `${isFirst ? 'M' : 'L'}${(x(at) + slot / 2).toFixed(1)} ${y(row.baseline).toFixed(1)}`
    })
    .join('')
  const labelStep = Math.ceil(rows.length / maxLabels)
  return (
    <figure className={styles.energyChart}>
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="img" aria-label={label}>
        <defs>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line y2={6} className={styles.energyHatch} />
          </pattern>
        </defs>
        <g className={styles.energyGrid}>
          <text x={frame.left - 8} y={16} textAnchor="end">
            kWh
          </text>
        </g>
        {Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step).map((kwh) => (
          <g key={kwh} className={styles.energyGrid}>
            <line x1={frame.left} x2={frame.width - frame.right} y1={y(kwh)} y2={y(kwh)} />
            <text x={frame.left - 8} y={y(kwh) + 4} textAnchor="end">
              {number(kwh, { maximumSignificantDigits: 3 })}
            </text>
          </g>
        ))}
        {rows.map(({ start, used, lastYear, missingHours }, at) => (
          <g key={start}>
            {missingHours > 0 ? (
              <rect x={x(at)} y={frame.top} width={slot} height={plot.height} fill={`url(#${CSS.escape(hatch)})`} />
            ) : null}
            {used === null ? null : (
              <rect
                className={styles.energyBar}
                data-part="energy-bar"
                x={x(at) + slot * 0.18}
                y={y(used)}
                width={slot * 0.64}
                height={frame.top + plot.height - y(used)}
              />
            )}
            {lastYear === null ? null : (
              <line className={styles.energyBefore} x1={x(at)} x2={x(at) + slot} y1={y(lastYear)} y2={y(lastYear)} />
            )}
            {at % labelStep === 0 ? (
              <text
                className={styles.energyTick}
                data-second={(at / labelStep) % 2 === 1}
                x={x(at) + slot / 2}
                y={frame.height - 8}
                textAnchor="middle"
              >
                {labelOf(start)}
              </text>
            ) : null}
          </g>
        ))}
        {baseline ? <path className={styles.energyBaseline} d={baseline} /> : null}
      </svg>
      <figcaption className={styles.energyLegend} aria-hidden>
        <i data-of="used" /> {t('used')} <i data-of="before" /> {t('lastYear')} <i data-of="gap" /> {t('gap')}
        {baseline ? (
          <>
            <i data-of="baseline" /> {t('baseline.line')}
          </>
        ) : null}
      </figcaption>
    </figure>
  )
}
