import { Text } from '@mantine/core'
import {
  displayedProDay,
  firstReminderDay,
  lastPaidInstant,
  proDaysLeft,
  proReminder,
} from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { SupportContact } from '../../shared/session/SupportContact.tsx'
import * as styles from './pro-codes.module.css'

const CodeDialog = lazy(async () => (await import('./CodeDialog.tsx')).CodeDialog)

type Plant = PlantDetails['plant']

/** A plant's tier with its end and codes, and the form to enter another code. */
export function ProCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('pro-codes')
  const [isEntering, setEntering] = useState(false)
  return (
    <Card title={useHeading(plant)}>
      <div className={styles.proCard}>
        <RemainingTime plant={plant} />
        <AnswerBoundary>
          <PlantCodes plant={plant} />
        </AnswerBoundary>
        <div>
          <ReasonButton
            variant={plant.tier === 'pro' ? 'default' : 'filled'}
            blockedReason={changeBlockedReason(plant, 'plant.administer', t('plant.whyNot'))}
            onClick={() => setEntering(true)}
          >
            {t(plant.tier === 'pro' ? 'plant.renew' : 'plant.activate')}
          </ReasonButton>
        </div>
        <CodeSource />
      </div>
      {isEntering ? <CodeDialog plant={plant} onClose={() => setEntering(false)} /> : null}
    </Card>
  )
}

function useHeading(plant: Plant): string {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  if (plant.tier === 'basic') return t('plant.basic')
  const day = displayedProDay(plant)
  if (!day) return t('plant.expired')
  return t(plant.tier === 'expired' ? 'plant.ended' : 'plant.until', { date: date(day) })
}

function RemainingTime({ plant: { tier, pro_expiry: expiry, timezone } }: { plant: Plant }) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats('UTC')
  if (tier !== 'pro' || !expiry) return <p>{t(tier === 'basic' ? 'plant.basicText' : 'plant.expiredText')}</p>
  const [end, now] = [new Date(expiry), new Date(serverNow())]
  const remainingDays = proDaysLeft(end, now, timezone)
  const isBeforeReminder = proReminder(end, now, timezone) === null
  return (
    <p>
      {remainingDays > 0 ? t('plant.left', { count: remainingDays }) : t('plant.lastDay')}{' '}
      {isBeforeReminder ? t('plant.reminder', { date: date(firstReminderDay(end, timezone)) }) : null}
    </p>
  )
}

function PlantCodes({ plant }: { plant: Plant }) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const { codes } = useAnswer('getProCodes', { plantId: plant.plant_id })
  if (codes.length === 0) return null
  return (
    <ul className={styles.proCodes} aria-label={t('plant.codes')}>
      {codes.map(({ last4, months, kind, usedAt, expiry }) => (
        <li key={`${usedAt} ${expiry}`}>
          <span className={styles.code}>•••• {last4}</span>
          <span>{t(`plant.${kind}`)}</span>
          <span className="vx-quiet">
            {t('plant.line', { months, from: date(usedAt), until: date(lastPaidInstant(new Date(expiry))) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CodeSource() {
  const { t } = useTranslation('plants')
  return (
    <Text component="div" size="sm" c="dimmed">
      <p>{t('proCode.from')}</p>
      <SupportContact />
    </Text>
  )
}
