import { energyPeriods } from '@vigilux/contract/features/energy/energy.ts'
import { formatKwh } from '@vigilux/contract/features/energy/energy-figures.rules.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './energy.module.css'

type SummaryProps = { of: Extract<ActionInput<'getEnergy'>['of'], { kind: 'zone' }> }

/** A monitoring zone's current power, its energy today, this week, this month and this year, and the savings. */
export function EnergySummary({ of }: SummaryProps) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  return (
    <section className="vx-panel-part" aria-label={t('summary.title')}>
      <h3>{t('summary.title')}</h3>
      <AnswerBoundary>
        <Figures of={of} />
      </AnswerBoundary>
      <AppLink to={pathTo('energy', { plantId }, { zone: of.zoneId })}>{t('summary.open')}</AppLink>
    </section>
  )
}

function Figures({ of }: SummaryProps) {
  const { t } = useTranslation('energy')
  const { plantId } = useCurrentPlant()
  const { measure, percent } = useFormats()
  const { now, periods } = useAnswer('getEnergySummary', { plantId, of })
  return (
    <>
      <dl className={layoutStyles.facts}>
        <div>
          <dt>{t('word.powerNow')}</dt>
          <dd>{now ? measure(now.powerW / 1_000, 'kW') : t('noPower')}</dd>
        </div>
      </dl>
      <table className={styles.energyRates}>
        <thead>
          <tr>
            <th scope="col">{t('period.label')}</th>
            <th scope="col">{t('summary.used')}</th>
            <th scope="col">{t('saved')}</th>
          </tr>
        </thead>
        <tbody>
          {energyPeriods.map((period) => {
            const { total, saving } = periods[period]
            const percentSaved = saving?.percent
            return (
              <tr key={period}>
                <th scope="row">{t(`period.${period}`)}</th>
                <td>
                  {formatKwh(measure, total.used)}
                  {total.missing > 0 ? <small> {t('summary.incomplete')}</small> : null}
                </td>
                <td>
                  {saving ? formatKwh(measure, saving.saved) : '–'}
                  {typeof percentSaved === 'number' ? <small> {percent(Math.round(percentSaved))}</small> : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
