import type { EnergyAnswer } from '@vigilux/contract/features/energy/energy.ts'
import { formatKwh, lampHours } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './energy.module.css'
import { useRangeText } from './energy-texts.ts'
import { Figure } from './Figure.tsx'
import { AvoidedFigure, CostFigure, SavedFigure } from './SavingFigures.tsx'

/** The period in figures with explanations: use and savings lead. A total with gaps says so. */
export function EnergyFigures({ answer }: { answer: EnergyAnswer }) {
  const { t } = useTranslation('energy')
  const { number, measure, time, date } = useFormats(answer.timezone)
  const rangeText = useRangeText()
  const { total, lastYear, now, lamps, saving, cost } = answer
  const kwh = (wh: number | null) => formatKwh(measure, wh)
  const missingText = (quarters: number) =>
    quarters > 0 ? t('incomplete', { hours: number(lampHours(quarters), { maximumFractionDigits: 0 }) }) : null
  const notes = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')
  return (
    <div className={`vx-card ${styles.energyFigures}`} data-part="energy-figures">
      <dl data-lead>
        <Figure
          value={kwh(total.used)}
          note={notes(
            rangeText(total),
            missingText(total.missing),
            total.jumps > 0 ? t('jumps', { count: total.jumps }) : null,
          )}
          label={t('used')}
        />
        {saving ? <SavedFigure saving={saving} /> : null}
      </dl>
      <dl>
        {cost ? <CostFigure cost={cost} /> : null}
        {saving ? <AvoidedFigure saving={saving} /> : null}
        <Figure
          value={kwh(lastYear.total.used)}
          note={notes(missingText(lastYear.total.missing))}
          label={rangeText(lastYear.total)}
        />
        <Figure
          value={now ? measure(now.powerW / 1_000, 'kW') : '–'}
          note={
            now
              ? notes(
                  t('powerAt', { time: time(now.at) }),
                  now.unknown > 0 ? t('unknown', { count: now.unknown }) : null,
                )
              : t('noPower')
          }
          label={t('word.powerNow')}
        />
        <Figure
          value={measure(lamps.ratedW / 1_000, 'kW')}
          note={notes(
            t('ratedOf', { count: lamps.count - lamps.unrated }),
            lamps.unrated > 0 ? t('unrated', { count: lamps.unrated }) : null,
            answer.since ? t('since', { date: date(answer.since) }) : null,
          )}
          label={t('rated')}
        />
      </dl>
    </div>
  )
}
