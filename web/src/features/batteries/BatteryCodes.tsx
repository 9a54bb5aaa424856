import type {
  BatteryCode,
  BatteryOutlook,
  EndOfLifeRange,
} from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import * as styles from './batteries.module.css'
import { useEndTexts, useMonthLabel } from './battery-texts.ts'

const yearMs = 365.25 * 86_400_000
/** Years covered by the bars. */
const shownYears = 8

type CodesProps = {
  outlook: BatteryOutlook
  /** Undefined until the person chooses a code; null for unknown batteries. */
  chosen: string | null | undefined
  onChoose: (code: string | null) => void
}

/** Every battery code of the plant, with the expected end of its batteries as a bar and in words. */
export function BatteryCodes({ outlook, chosen, onChoose }: CodesProps) {
  const { t } = useTranslation('batteries')
  const { number } = useFormats()
  const month = useMonthLabel()
  const until = outlook.periods.at(-1)?.until
  return (
    <section className={`vx-card ${styles.batteryCodes}`} aria-label={t('codes.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('codes.title')}</h2>
        <span className={styles.batteryLegend} aria-hidden>
          <span>
            <i data-of="range" /> {t('codes.range')}
          </span>
          <span>
            <i data-of="middle" /> {t('codes.middle')}
          </span>
        </span>
      </header>
      <div className={styles.batteryScroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('word.battery')}</th>
              <th scope="col" className={styles.number}>
                {t('word.lamps')}
              </th>
              <th scope="col">
                <Years from={outlook.at} />
              </th>
              <th scope="col" className={styles.number}>
                {until ? t('codes.by', { month: month(until) }) : t('codes.soon')}
              </th>
            </tr>
          </thead>
          <tbody>
            {outlook.codes.map((batteryCode) => (
              <CodeRow
                key={batteryCode.code}
                one={batteryCode}
                outlook={outlook}
                isChosen={batteryCode.code === chosen}
                onChoose={onChoose}
              />
            ))}
            {outlook.unknown > 0 ? (
              <tr data-chosen={chosen === null || undefined}>
                <th scope="row">
                  <button type="button" className="vx-linklike" onClick={() => onChoose(null)}>
                    {t('codes.unknown')}
                  </button>
                </th>
                <td className={styles.number} data-label={t('word.lamps')}>
                  {number(outlook.unknown)}
                </td>
                <td className="vx-quiet">{t('codes.unknownWhy')}</td>
                <td />
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Year ticks above the bars. */
function Years({ from }: { from: string }) {
  const { t } = useTranslation('batteries')
  const start = Date.parse(from)
  const first = new Date(start).getUTCFullYear() + 1
  const years = Array.from({ length: shownYears - 1 }, (_, n) => first + n)
  return (
    <span className={styles.batteryAxis} role="img" aria-label={t('codes.ends')}>
      {years.map((year) => (
        <i key={year} style={{ insetInlineStart: `${shareOf(Date.UTC(year, 0, 1), start)}%` }}>
          {year}
        </i>
      ))}
    </span>
  )
}

const shareOf = (time: number, from: number): number =>
  Math.max(0, Math.min(100, ((time - from) / (shownYears * yearMs)) * 100))

type RowProps = { one: BatteryCode; outlook: BatteryOutlook; isChosen: boolean; onChoose: (code: string) => void }

function CodeRow({ one, outlook, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('batteries')
  const { measure, number } = useFormats()
  const { code, product, battery, lamps, measured, ends, soon } = one
  const batteryText = battery
    ? `${battery.chemistry} ${measure(battery.volts, 'V')}, ${measure(battery.ampereHours, 'Ah')}`
    : (product?.name ?? '')
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <button
          type="button"
          className="vx-linklike"
          aria-current={isChosen || undefined}
          onClick={() => onChoose(code)}
        >
          {code}
        </button>
        <small>{batteryText}</small>
      </th>
      <td className={styles.number} data-label={t('word.lamps')}>
        {number(lamps)}
      </td>
      <td>
        {ends ? (
          <EndBar ends={ends} from={Date.parse(outlook.at)} />
        ) : (
          <span className="vx-quiet">{t('codes.tooFew', { count: measured, of: outlook.fewest.lamps })}</span>
        )}
      </td>
      <td className={styles.number} data-label={t('codes.soon')}>
        {ends ? soon === 0 ? t('codes.none') : <b>{number(soon)}</b> : '–'}
      </td>
    </tr>
  )
}

function EndBar({ ends, from }: { ends: EndOfLifeRange; from: number }) {
  const texts = useEndTexts()(ends)
  const at = (time: string | null) => (time === null ? 100 : shareOf(Date.parse(time), from))
  const [start, end] = [at(ends.first), at(ends.last)]
  return (
    <span className={styles.batteryBar} role="img" aria-label={[texts.about, texts.between].filter(Boolean).join(', ')}>
      <i data-of="range" style={{ insetInlineStart: `${start}%`, inlineSize: `${Math.max(1, end - start)}%` }} />
      {ends.middle === null ? null : <i data-of="middle" style={{ insetInlineStart: `${at(ends.middle)}%` }} />}
      <span aria-hidden>{texts.between || texts.about}</span>
    </span>
  )
}
