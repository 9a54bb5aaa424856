import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { findOnlyEnabledType } from '@vigilux/contract/features/plants/plant.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import * as bannerStyles from '../shared/layout/banner.module.css'
import { AppLink } from '../shared/navigation.tsx'
import type { PlantDetails } from '../shared/plant/plant.ts'
import { pathTo } from '../site-map.ts'

/** Above every page of a plant with expired Pro: the consequences, and the way to renew it. */
export function ExpiredBanner({ details: { plant, units } }: { details: PlantDetails }) {
  const { t } = useTranslation('shell')
  const { date } = useFormats(plant.timezone)
  const type = findOnlyEnabledType(plant.tier, units)
  if (type === null) return null
  const { plant_id: plantId, pro_expiry: expiry } = plant
  const typeName = units.find(({ cu_type }) => cu_type === type)?.type_name ?? type
  const mayRenew = roleMay(plant.role, 'plant.administer')
  return (
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" aria-label={t('expired.label')}>
      <IconClockExclamation size={22} aria-hidden />
      <div className={bannerStyles.bannerText}>
        <b>{expiry ? t('expired.since', { date: date(expiry) }) : t('expired.label')}</b>
        <br />
        <span>
          {t('expired.text', { type: typeName })} {mayRenew ? null : t('expired.who')}
        </span>
      </div>
      {mayRenew ? (
        <Button component={AppLink} to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>
          {t('expired.renew')}
        </Button>
      ) : null}
    </section>
  )
}
