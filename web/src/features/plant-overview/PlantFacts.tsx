import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconId, IconMapPin, IconRosetteDiscountCheck, IconUser } from '@tabler/icons-react'
import { displayedProDay } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { HandoverOffer } from '../../shared/plant/HandoverOffer.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import { PlantOnMap } from '../plants-map/index.ts'
import * as styles from './plant-overview.module.css'

/**
 * Address with its map, owner, tier with its end, the reader's own role, and the local time if it differs from the
 * reader's.
 */
export function PlantFacts() {
  const { t } = useTranslation('plant-overview')
  const { t: tMembers } = useTranslation('members')
  const { plant, plantId } = useCurrentPlant()
  const { usertype } = useSignedInUser()
  const { date, time, foreignZone } = useFormats(plant.timezone)
  const now = useNow(10_000)
  const phone = usePhone()
  const owner = plant.owner?.name
  const proDay = displayedProDay(plant)
  return (
    <>
      <Address />
      {owner ? (
        <span>
          <IconUser size={15} aria-hidden />
          {t('fact.owner', { name: owner })}
        </span>
      ) : (
        <span className={styles.noOwner}>
          <IconAlertTriangle size={15} aria-hidden />
          <AppLink className="vx-finger" to={pathTo('plantGeneral', { plantId })}>
            {t('fact.noOwner')}
          </AppLink>
        </span>
      )}
      <span>
        <IconRosetteDiscountCheck size={15} aria-hidden />
        {proDay && plant.tier !== 'basic' ? t(`tier.${plant.tier}`, { date: date(proDay) }) : t('tier.basic')}
      </span>
      {phone || usertype === 'admin' ? null : (
        <span className={styles.ownRole}>
          <IconId size={15} aria-hidden />
          {t('fact.role', { role: tMembers(`role.${plant.role}`) })}
        </span>
      )}
      <AnswerBoundary quiet>
        <HandoverOffer />
      </AnswerBoundary>
      {foreignZone() ? <span>{t('fact.localTime', { time: time(now) })}</span> : null}
    </>
  )
}

/** The address; its pin opens the map, or leads to where the position is set. */
function Address() {
  const { t } = useTranslation('plant-overview')
  const { plant, plantId } = useCurrentPlant()
  const { country } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { street, housenumber, cap, city, country: code, lat, long } = plant.address
  const address = [`${street} ${housenumber}`, [cap, city].filter(Boolean).join(' '), country(code)].join(', ')
  const isKnown = lat !== null && long !== null
  return (
    <span>
      {isKnown ? (
        <ActionIcon
          className="vx-no-print"
          variant="subtle"
          size="sm"
          aria-label={t('place.show')}
          title={t('place.show')}
          onClick={() => setOpen(true)}
        >
          <IconMapPin size={15} aria-hidden />
        </ActionIcon>
      ) : (
        <IconMapPin size={15} aria-hidden />
      )}
      {address}
      {!isKnown && roleMay(plant.role, 'plant.administer') ? (
        <AppLink className="vx-no-print" to={pathTo('plantGeneral', { plantId })}>
          {t('word.setPosition')}
        </AppLink>
      ) : null}
      {isOpen ? (
        <Dialog opened title={address} onClose={() => setOpen(false)}>
          <PlantOnMap plant={plant} />
        </Dialog>
      ) : null}
    </span>
  )
}
