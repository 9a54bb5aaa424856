import { IconAlertOctagonFilled, IconClockX, IconHandStop, IconLock, IconVersionsOff } from '@tabler/icons-react'
import type { EnrolmentOutcome } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { AppLink } from '../../../shared/navigation.tsx'
import { pathTo } from '../../../site-map.ts'

type BadOutcome = Exclude<EnrolmentOutcome, 'ok'>

const icons = {
  keysNotPressed: IconClockX,
  olderProtocol: IconVersionsOff,
  notEnabled: IconHandStop,
  alreadyEnrolled: IconLock,
  error: IconAlertOctagonFilled,
} as const

type EndProps = { outcome: BadOutcome; enrolmentId: string; keys: string; children: ReactNode }

/** How a failed enrolment ended, and the steps before starting again. */
export function EnrolmentEnd({ outcome, enrolmentId, keys, children }: EndProps) {
  const { t } = useTranslation('enrolment')
  const Mark = icons[outcome]
  return (
    <div className={wizardStyles.wizardStep} role="alert">
      <Mark size={28} stroke={1.8} aria-hidden className={wizardStyles.wizardEnd} />
      <h2>{t(`end.${outcome}Title`)}</h2>
      <p>{t(`end.${outcome}Text`, { keys })}</p>
      {outcome === 'error' ? (
        <p>
          <small>{t('reference', { ref: enrolmentId })}</small>{' '}
          <AppLink to={pathTo('support')}>{t('end.support')}</AppLink>
        </p>
      ) : null}
      {children}
    </div>
  )
}
