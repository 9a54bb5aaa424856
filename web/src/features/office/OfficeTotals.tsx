import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'

type OfficeTotalsProps = {
  totals: ActionOutput<'getSummaryPlants'>['totals']
  /** When the totals were read, in epoch milliseconds, because they are not live. 0 during a refetch. */
  readAt: number
}

/** "50,112 plants in 9 countries · 6,200,000 lamps · 69,932 of 71,340 central units connected · as of 21:40:12" */
export function OfficeTotals({ totals, readAt }: OfficeTotalsProps) {
  const { t } = useTranslation('office')
  const { t: tPlants } = useTranslation('plants')
  const { number, time } = useFormats(browserTimeZone)
  const { plants, countries, lamps, units, connected } = totals
  return (
    <>
      <span>{tPlants('totals.plants', { count: plants, number: number(plants) })}</span>
      <span>{t('countries', { count: countries, number: number(countries) })}</span>
      <span>{tPlants('totals.lamps', { count: lamps, number: number(lamps) })}</span>
      <span>{tPlants('totals.units', { connected: number(connected), total: number(units) })}</span>
      {readAt > 0 ? <span>{t('asOf', { time: time(readAt) })}</span> : null}
    </>
  )
}
