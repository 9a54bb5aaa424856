import { Button } from '@mantine/core'
import type { BatteryCurve } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import { pathTo } from '../../site-map.ts'
import * as styles from './batteries.module.css'
import { useEndTexts } from './battery-texts.ts'

/** Measured and expected autonomy of one lamp's battery, as chart and table. */
export function BatteryChart({ cu, lamp }: { cu: string; lamp: number }) {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const [asTable, setAsTable] = useState(false)
  const name = t('lamp', { lamp: lampNumber(lamp) })
  const curve = useAnswer('getLampBattery', { plantId, topic: cu, addr: lamp })
  const { battery } = curve
  return (
    <section className={`vx-card ${styles.batteryChart}`} aria-label={name}>
      <header className={layoutStyles.cardHead}>
        <h2>
          <AppLink to={pathTo('devices', { plantId }, { lamp: `${cu}.${lamp}` })}>{name}</AppLink>
        </h2>
        <span>{[battery.description, battery.location].filter(Boolean).join(' · ')}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={asTable}
          onClick={() => setAsTable((previous) => !previous)}
        >
          {t(asTable ? 'chart.hideTable' : 'word.showAsTable')}
        </Button>
      </header>
      {curve.measured.length > 0 ? (
        <Drawing curve={curve} />
      ) : (
        <p className={styles.batteryNote}>{t('chart.nothing')}</p>
      )}
      {asTable ? <CurveTable curve={curve} /> : null}
    </section>
  )
}

const frame = { width: 640, height: 240, left: 40, right: 12, top: 14, bottom: 26 }

/** Maps time and minutes to coordinates; the axis starts at 0 minutes, to exaggerate no slope. */
const scales = ({ measured, expected, battery }: BatteryCurve) => {
  const times = [...measured, ...expected].map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const maxMinutes = Math.max(
    battery.rated_min ?? 0,
    ...measured.map(({ minutes }) => minutes),
    ...expected.map((one) => one.max),
  )
  const step = [5, 10, 20, 30, 60, 120, 240].find((size) => maxMinutes / size <= 6) ?? 480
  const top = Math.ceil(maxMinutes / step) * step
  const span = Math.max(1, last - first)
  return {
    first,
    last,
    step,
    top,
    x: (time: number) => frame.left + ((time - first) / span) * (frame.width - frame.left - frame.right),
    y: (minutes: number) => frame.height - frame.bottom - (minutes / top) * (frame.height - frame.top - frame.bottom),
  }
}

const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')

function Drawing({ curve }: { curve: BatteryCurve }) {
  const { t } = useTranslation('batteries')
  const { number } = useFormats()
  const endTexts = useEndTexts()
  const { measured, expected, battery } = curve
  const { x, y, first, last, step, top } = scales(curve)
  const at = ({ at: measuredAt }: { at: string }) => x(Date.parse(measuredAt))
  const bandPoints = [
    ...expected.map((one) => [at(one), y(one.max)] as const),
    ...expected.toReversed().map((one) => [at(one), y(one.min)] as const),
  ]
  const years = Array.from({ length: 40 }, (_, n) => new Date(first).getUTCFullYear() + n).filter((year) => {
    const start = Date.UTC(year, 0, 1)
    return start >= first && start <= last
  })
  const endText = battery.ends ? endTexts(battery.ends) : null
  const rated = battery.rated_min
  return (
    <figure>
      <figcaption>
        {endText ? (
          <>
            <b>{t('chart.below', { minutes: number(rated ?? 0), when: endText.about })}</b> {endText.between}
          </>
        ) : (
          t('chart.noOutlook')
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={t('chart.label', {
          count: measured.length,
          last: number(battery.measured_min ?? 0),
          rated: number(rated ?? 0),
        })}
      >
        {Array.from({ length: top / step + 1 }, (_, n) => n * step).map((minutes) => (
          <g key={minutes} className={styles.chartGrid}>
            <line x1={frame.left} x2={frame.width - frame.right} y1={y(minutes)} y2={y(minutes)} />
            <text x={frame.left - 6} y={y(minutes) + 4} textAnchor="end">
              {number(minutes)}
            </text>
          </g>
        ))}
        {years.map((year) => (
          <text
            key={year}
            className={styles.chartTick}
            x={x(Date.UTC(year, 0, 1))}
            y={frame.height - 8}
            textAnchor="middle"
          >
            {year}
          </text>
        ))}
        {bandPoints.length > 0 ? <path className={styles.chartBand} d={`${path(bandPoints)} Z`} /> : null}
        {rated === null ? null : (
          <line
            className={styles.chartRated}
            x1={frame.left}
            x2={frame.width - frame.right}
            y1={y(rated)}
            y2={y(rated)}
          />
        )}
        <path
          className={styles.chartExpected}
          d={path(expected.map((one) => [at(one), y(Math.max(0, one.minutes))]))}
        />
        <path className={styles.chartMeasured} d={path(measured.map((one) => [at(one), y(one.minutes)]))} />
        {measured.map((measurement) => (
          <g key={measurement.at} className={styles.chartPoint}>
            <circle cx={at(measurement)} cy={y(measurement.minutes)} r={3.5} />
            <text
              x={at(measurement)}
              y={y(measurement.minutes) - 8}
              textAnchor={at(measurement) < frame.left + 20 ? 'start' : 'middle'}
            >
              {number(Math.floor(measurement.minutes))}
            </text>
          </g>
        ))}
      </svg>
      <p className={styles.batteryLegend} aria-hidden>
        {(['measured', 'expected', 'band'] as const).map((of) => (
          <span key={of}>
            <i data-of={of} /> {t(`chart.${of}`)}
          </span>
        ))}
        <span>
          <i data-of="rated" /> {t('word.ratedDuration')}
        </span>
      </p>
    </figure>
  )
}

function CurveTable({ curve }: { curve: BatteryCurve }) {
  const { t } = useTranslation('batteries')
  const { day, number } = useFormats(useCurrentPlant().plant.timezone)
  return (
    <table className={plainTableStyles.review}>
      <thead>
        <tr>
          <th scope="col">{t('chart.date')}</th>
          <th scope="col">{t('chart.measuredMinutes')}</th>
        </tr>
      </thead>
      <tbody>
        {curve.measured.map(({ at, minutes }) => (
          <tr key={at}>
            <th scope="row">{day(at)}</th>
            <td>{number(Math.floor(minutes))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
