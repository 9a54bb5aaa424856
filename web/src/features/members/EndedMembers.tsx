import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { InviteDialog } from './InviteDialog.tsx'
import * as styles from './members.module.css'

/** Collapsed list of memberships ended with their last day, with a button to invite again. */
export function EndedMembers({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation(['members', 'people'])
  const { date } = useFormats('UTC')
  const [invitedAgain, setInvitedAgain] = useState<string>()
  const endedMembers = useAnswer('getEndedMembers', { plantId: plant.plant_id }).members
  if (endedMembers.length === 0) return null
  return (
    <>
      <details className={`vx-card ${styles.invited}`}>
        <summary className={layoutStyles.cardHead}>{t('people:ended.title', { count: endedMembers.length })}</summary>
        <ul>
          {endedMembers.map(({ userid, name, email, role, endedOn }) => (
            <li key={userid} className={styles.memberRule}>
              <span>
                <b>{name}</b> {email}
              </span>
              <span>{t(`role.${role}`)}</span>
              <span>{t('people:ended.on', { date: date(endedOn) })}</span>
              {archivedReason(plant) ? null : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('people:ended.againName', { name })}
                  onClick={() => setInvitedAgain(email)}
                >
                  {t('people:ended.again')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </details>
      {invitedAgain ? (
        <InviteDialog plant={plant} email={invitedAgain} onClose={() => setInvitedAgain(undefined)} />
      ) : null}
    </>
  )
}
