import { IconAlertTriangle, IconId, IconMapPin, IconRosetteDiscountCheck, IconUser } from '@tabler/icons-react'
import { displayedProDay } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'

/** Address, owner, tier with its end, the reader's own role, and the local time if it differs from the reader's. */
export function PlantFacts() {
  const { t } = useTranslation('plant-overview')
  const { t: tMembers } = useTranslation('members')
  const { plant, plantId } = useCurrentPlant()
  const { country, date, time, foreignZone } = useFormats(plant.timezone)
  const now = useNow(10_000)
  const phone = usePhone()
  const { street, housenumber, cap, city, country: code } = plant.address
  const owner = plant.owner?.name
  const proDay = displayedProDay(plant)
  return (
    <>
      <span>
        <IconMapPin size={15} aria-hidden />
        {[`${street} ${housenumber}`, [cap, city].filter(Boolean).join(' '), country(code)].join(', ')}
      </span>
      {owner ? (
        <span>
          <IconUser size={15} aria-hidden />
          {t('fact.owner', { name: owner })}
        </span>
      ) : (
        <span className="vx-no-owner">
          <IconAlertTriangle size={15} aria-hidden />
          <AppLink to={pathTo('plantGeneral', { plantId })}>{t('fact.noOwner')}</AppLink>
        </span>
      )}
      <span>
        <IconRosetteDiscountCheck size={15} aria-hidden />
        {proDay && plant.tier !== 'basic' ? t(`tier.${plant.tier}`, { date: date(proDay) }) : t('tier.basic')}
      </span>
      {phone ? null : (
        <span>
          <IconId size={15} aria-hidden />
          {t('fact.role', { role: tMembers(`role.${plant.role}`) })}
        </span>
      )}
      {foreignZone() ? <span>{t('fact.localTime', { time: time(now) })}</span> : null}
    </>
  )
}
