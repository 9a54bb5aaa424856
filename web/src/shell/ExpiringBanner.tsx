import { Button } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { lastPaidInstant, proDaysLeft, proReminder } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import * as bannerStyles from '../shared/layout/banner.module.css'
import { AppLink } from '../shared/navigation.tsx'
import type { PlantDetails } from '../shared/plant/plant.ts'
import { serverNow } from '../shared/plant/server-clock.ts'
import { pathTo } from '../site-map.ts'

/** Within this many days before the end the banner is on every page of the plant; earlier only on the overview. */
const daysShownEverywhere = 7

type BannerProps = { details: PlantDetails; onOverview: boolean }

/** For people who can renew: Pro ends within 60 days, and when. */
export function ExpiringBanner({ details: { plant }, onOverview }: BannerProps) {
  const { t } = useTranslation('shell')
  const { plant_id: plantId, timezone, pro_expiry: expiry } = plant
  const { date } = useFormats(timezone)
  if (plant.tier !== 'pro' || !expiry || !roleMay(plant.role, 'plant.administer')) return null
  const [end, now] = [new Date(expiry), new Date(serverNow())]
  const reminder = proReminder(end, now, timezone)
  if (reminder === null || !(onOverview || reminder <= daysShownEverywhere)) return null
  const remainingDays = proDaysLeft(end, now, timezone)
  return (
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" aria-label={t('expiring.label')}>
      <IconHourglassLow size={22} aria-hidden />
      <div className={bannerStyles.bannerText}>
        <b>{t('expiring.until', { date: date(lastPaidInstant(end)) })}</b>{' '}
        <span>{remainingDays > 0 ? t('expiring.left', { count: remainingDays }) : t('expiring.lastDay')}</span>
        <br />
        <span>{t('expiring.text')}</span>
      </div>
      <Button variant="default" component={AppLink} to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>
        {t('expiring.renew')}
      </Button>
    </section>
  )
}
