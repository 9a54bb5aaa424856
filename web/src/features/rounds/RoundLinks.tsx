import { IconTool } from '@tabler/icons-react'
import type { Round } from '@vigilux/contract/features/rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import './rounds.css'

/** So many are named; the others are on the page of the rounds. */
const maxNamed = 5

/** The way to each of these rounds, those of the person first. */
export function RoundLinks({ plantId, rounds }: { plantId: string; rounds: readonly Round[] }) {
  const { t } = useTranslation('rounds')
  const { userid } = useSignedInUser()
  const isOwn = ({ assignee }: Round): boolean => assignee?.userid === userid
  const ownFirst = rounds.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))).slice(0, maxNamed)
  return (
    <ul className="vx-card vx-round-links" aria-label={t('openLink.open')}>
      {ownFirst.map((round) => (
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
