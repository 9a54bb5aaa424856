import { IconCircleCheck, IconCircleDashed, IconTool } from '@tabler/icons-react'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './maintenance-rounds.module.css'
import { faultText, itemText, useRoundTexts } from './round-texts.ts'

const { icon: ErrorIcon } = styleOf('error')

/** The number of a logbook entry, linked to it. */
function EntryLink({ no }: { no: number | null }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const { formats } = useRoundTexts()
  if (no === null) return null
  return (
    <>
      {', '}
      <AppLink to={pathTo('logbook', { plantId }, { entry: String(no) })}>
        {t('story.entry', { no: formats.number(no) })}
      </AppLink>
    </>
  )
}

function Step({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {sign}
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
    </li>
  )
}

/** Timeline of a fault since it was added to the round; hidden while it is empty. */
export function ItemTimeline({ item }: { item: RoundItem }) {
  const { t } = useTranslation('maintenance-rounds')
  const { work, failed, closed, state } = item
  if (!work && !failed && !closed) return null
  return (
    <Card title={t('story.title')}>
      <ol className={styles.roundStory}>
        <Step sign={<ErrorIcon size={20} aria-hidden className={styles.roundBad} />} title={faultText(item)}>
          {failed ? <FailedTest failed={failed} /> : null}
        </Step>
        {work ? <WorkStep work={work} /> : null}
        {state === 'done' || closed ? <ProofStep item={item} /> : null}
      </ol>
    </Card>
  )
}

function WorkStep({ work }: { work: NonNullable<RoundItem['work']> }) {
  const { t } = useTranslation('maintenance-rounds')
  const { formats } = useRoundTexts()
  return (
    <Step sign={<IconTool size={20} aria-hidden />} title={t(`work.${work.kind}`)}>
      {t('story.by', { time: formats.dateTime(work.at), name: work.by })}
      <EntryLink no={work.entry} />
      {work.note ? <span className={styles.roundNote}>{work.note}</span> : null}
    </Step>
  )
}

function ProofStep({ item }: { item: RoundItem }) {
  const { t } = useTranslation('maintenance-rounds')
  const texts = useRoundTexts()
  const { closed, reTest } = item
  if (!closed)
    return (
      <Step sign={<IconCircleDashed size={20} aria-hidden />} title={itemText(item, texts)}>
        {reTest ? t('charge.byItself') : null}
      </Step>
    )
  return (
    <Step sign={<IconCircleCheck size={20} aria-hidden className={styles.roundGood} />} title={itemText(item, texts)}>
      {t('story.remedy')}
      <EntryLink no={closed.entry} />
    </Step>
  )
}

function FailedTest({ failed }: { failed: NonNullable<RoundItem['failed']> }) {
  const { t } = useTranslation('maintenance-rounds')
  const { formats } = useRoundTexts()
  const { measured_s, rated_min, at } = failed
  return (
    <>
      {measured_s === null || rated_min === null
        ? t('state.failedPlain')
        : t('state.failed', {
            measured: formats.number(Math.floor(measured_s / 60)),
            rated: formats.number(rated_min),
          })}{' '}
      {formats.dateTime(at)}
    </>
  )
}
