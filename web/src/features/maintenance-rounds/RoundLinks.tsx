import { IconTool } from '@tabler/icons-react'
import type { Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './maintenance-rounds.module.css'

/** Maximum number of named rounds; the others are on the rounds page. */
const maxNamed = 2

/** Links to rounds, the person's own first. */
export function RoundLinks({ plantId, rounds }: { plantId: string; rounds: readonly Round[] }) {
  const { t } = useTranslation('maintenance-rounds')
  const { userid } = useSignedInUser()
  const isOwn = ({ assignee }: Round): boolean => assignee?.userid === userid
  const ownRoundsFirst = rounds.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))).slice(0, maxNamed)
  return (
    <ul className={styles.roundLinks} aria-label={t('openLink.open')}>
      {ownRoundsFirst.map((round) => (
        <li key={round.id}>
          <IconTool size={18} aria-hidden />
          <AppLink className="vx-finger" to={pathTo('round', { plantId, roundId: round.id })}>
            {isOwn(round) ? t('openLink.yours', { title: round.title }) : round.title}
          </AppLink>
          <span>{t('done', { done: round.done, total: round.total })}</span>
        </li>
      ))}
    </ul>
  )
}
