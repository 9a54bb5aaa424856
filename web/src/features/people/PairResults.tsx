import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import type { InviteOutcome, RemovalOutcome } from '@vigilux/contract/features/members/people.ts'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as styles from './people.module.css'

type Outcome = InviteOutcome | RemovalOutcome
export type PairResult = { person: string; plant: string; outcome: Outcome }

const isDone = (outcome: Outcome) => outcome === 'invited' || outcome === 'removed'

/** Number of results done, or to be done. */
export const countDone = (results: readonly PairResult[]): number =>
  results.filter(({ outcome }) => isDone(outcome)).length

type PairResultsProps = { results: readonly PairResult[]; done: boolean }

/** The outcome for each person in each plant, before and after. */
export function PairResults({ results, done }: PairResultsProps) {
  const { t } = useTranslation(['members', 'people'])
  const labelOf = (outcome: Outcome) => {
    if (outcome === 'PLANT_NOT_FOUND') return t('people:notYours')
    return isDone(outcome) ? t(`people:${outcome}.${done ? 'done' : 'will'}`) : errorText('errors', outcome)
  }
  return (
    <ul className={styles.pairs} aria-label={t(done ? 'people:results' : 'people:willHappen')}>
      {results.map(({ person, plant, outcome }) => {
        const Mark = isDone(outcome) ? IconCircleCheck : IconCircleMinus
        return (
          <li key={`${person} ${plant} ${outcome}`} data-done={isDone(outcome) || undefined}>
            <Mark size={16} aria-hidden />
            <b>{person}</b>
            <span>{plant}</span>
            <span>{labelOf(outcome)}</span>
          </li>
        )
      })}
    </ul>
  )
}
