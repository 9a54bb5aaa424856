import type { BatteryOutlook } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'

const monthDays = 30.44

/** The data behind the outlook, and the error of earlier outlooks, even a large one. */
export function OutlookBasis({ outlook }: { outlook: BatteryOutlook }) {
  const { t } = useTranslation('batteries')
  const { number } = useFormats()
  const { check, fewest } = outlook
  return (
    <section className="vx-card vx-battery-basis" aria-label={t('basis.title')}>
      <header className="vx-card-head">
        <h2>{t('basis.title')}</h2>
      </header>
      <p>{t('basis.how')}</p>
      <p>{t('basis.fewest', { tests: number(fewest.tests), lamps: number(fewest.lamps) })}</p>
      {check ? (
        <p>
          <b>{t('basis.checked', { count: check.batteries })}</b>{' '}
          {t('basis.inside', { count: check.inside, of: number(check.batteries) })}{' '}
          {t('basis.off', { count: Math.max(1, Math.round(check.medianDays / monthDays)) })}
        </p>
      ) : (
        <p>{t('basis.unchecked')}</p>
      )}
    </section>
  )
}
