import { IconCalendarOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'

const warnBeforeMs = 7 * 86_400_000

/** Reminds a person whose membership ends within a week. */
export function MembershipEndNotice() {
  const { t } = useTranslation('plant-overview')
  const { plant } = useCurrentPlant()
  const { userid: ownUserId } = useSignedInUser()
  // A day without a time is the same in every zone.
  const { day } = useFormats('UTC')
  const endsOn = plant.plant_users.find(({ userid }) => userid === ownUserId)?.endsOn ?? null
  if (endsOn === null || Date.parse(endsOn) - serverNow() > warnBeforeMs) return null
  return (
    <section className="vx-card vx-banner" aria-label={t('accessEnds.label')}>
      <IconCalendarOff size={20} stroke={1.8} aria-hidden />
      <div className="vx-banner-text">{t('accessEnds.text', { day: day(endsOn) })}</div>
    </section>
  )
}
