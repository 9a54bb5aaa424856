import type { Round } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { TestTabs } from '../emergency-tests/index.ts'
import * as styles from './maintenance-rounds.module.css'
import { OpenFaults } from './OpenFaults.tsx'
import { RoundBar } from './RoundBar.tsx'
import { useRoundTexts } from './round-texts.ts'

/** A plant's rounds, and the open faults outside all rounds. */
export function RoundsPage() {
  const { t } = useTranslation('maintenance-rounds')
  return (
    <div className={styles.rounds}>
      <PageHeader title={t('title')} />
      <TestTabs current="rounds" />
      <AnswerBoundary>
        <Lists />
      </AnswerBoundary>
    </div>
  )
}

function Lists() {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const { rounds } = useAnswer('getRounds', { plantId })
  const open = rounds.filter(({ state }) => state === 'open')
  const endedRounds = rounds.filter(({ state }) => state === 'ended')
  return (
    <>
      {open.length > 0 || rounds.length === 0 ? (
        <Card title={t('list.open')}>
          {open.length === 0 ? (
            <p className={styles.roundsNone}>
              <b>{t('list.none')}</b>
              <br />
              {t('list.noneText')}
            </p>
          ) : (
            <RoundList rounds={open} />
          )}
        </Card>
      ) : null}
      <AnswerBoundary>
        <OpenFaults openRounds={open} />
      </AnswerBoundary>
      {endedRounds.length > 0 ? (
        <Card title={t('list.ended')}>
          <RoundList rounds={endedRounds} />
        </Card>
      ) : null}
    </>
  )
}

function RoundList({ rounds }: { rounds: readonly Round[] }) {
  return (
    <ul className={styles.roundsList}>
      {rounds.map((round) => (
        <li key={round.id}>
          <RoundLine round={round} />
        </li>
      ))}
    </ul>
  )
}

function RoundLine({ round }: { round: Round }) {
  const texts = useRoundTexts()
  const { t } = texts
  const { plantId } = useCurrentPlant()
  const { total, done, closed } = round
  return (
    <AppLink to={pathTo('round', { plantId, roundId: round.id })} className={styles.roundsLine}>
      <span>
        <b>{round.title}</b>
        <small>{lineFacts(round, texts).join(' · ')}</small>
      </span>
      <span className={styles.roundsFigures}>
        {t('done', { done, total })}
        <small>{t('proven', { closed })}</small>
        <RoundBar total={total} done={done} />
      </span>
    </AppLink>
  )
}

const lineFacts = (round: Round, { t, formats }: ReturnType<typeof useRoundTexts>): string[] => {
  const { assignee, plannedFor, endedAt, endedBy, minutes, cents, currency } = round
  if (endedAt !== null)
    return [
      endedBy
        ? t('end.ended', { time: formats.dateTime(endedAt), name: endedBy })
        : t('end.endedAnonymous', { time: formats.dateTime(endedAt) }),
      minutes === null ? '' : formats.duration(minutes * 60_000),
      cents === null ? '' : formats.number(cents / 100, { style: 'currency', currency }),
    ].filter(Boolean)
  return [assignee?.name ?? t('who.nobody'), plannedFor === null ? '' : formats.day(plannedFor)].filter(Boolean)
}
