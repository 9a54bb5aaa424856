import { Button, Text } from '@mantine/core'
import type { OpenEscalation } from '@vigilux/contract/features/notices/escalation.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { useNoticeAbout } from './notice-about.ts'
import * as styles from './notices.module.css'

type Plant = PlantDetails['plant']

/** Open escalations, live. */
export function OpenEscalations({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  return (
    <section className={styles.openEscalations}>
      <h3>{t('underWay.title')}</h3>
      <AnswerBoundary>
        <Escalations plant={plant} />
      </AnswerBoundary>
    </section>
  )
}

function Escalations({ plant }: { plant: Plant }) {
  const { t } = useTranslation('notices')
  const { escalations, total } = useAnswer('getOpenEscalations', { plantId: plant.plant_id })
  return (
    <>
      {total === 0 ? <Text size="sm">{t('underWay.none')}</Text> : null}
      {escalations.map((escalation) => (
        <EscalationLine key={escalation.id} plant={plant} escalation={escalation} />
      ))}
      {total > escalations.length ? (
        <Text size="sm">{t('about.more', { count: total - escalations.length })}</Text>
      ) : null}
    </>
  )
}

function EscalationLine({ plant, escalation }: { plant: Plant; escalation: OpenEscalation }) {
  const { t } = useTranslation('notices')
  const { dateTime } = useFormats(plant.timezone)
  const describeTarget = useNoticeAbout()
  const acknowledge = useActionMutation('acknowledgeNotice', { refresh: ['getOpenEscalations', 'getOpenNotices'] })
  const { kind, since, notified: notifiedPeople, ownNotice } = escalation
  const title = [t(`name.${kind}`), describeTarget(escalation)].filter(Boolean).join(' · ')
  const at = (person: { name: string; at: string }) => ({
    name: person.name || t('history.former'),
    time: dateTime(person.at),
  })
  return (
    <article className={styles.openEscalation} aria-label={title}>
      <b>{title}</b>
      <span>{t('underWay.since', { time: dateTime(since) })}</span>
      <ol className={styles.escalationPeople}>
        {notifiedPeople.map((person) => (
          <li key={person.userid}>{t('underWay.told', at(person))}</li>
        ))}
      </ol>
      <NextRecipient escalation={escalation} at={at} />
      {ownNotice ? (
        <span>
          <Button
            variant="default"
            size="xs"
            disabled={acknowledge.isPending}
            aria-label={`${t('open.acknowledge')}: ${title}`}
            onClick={() => acknowledge.mutate({ plantId: plant.plant_id, noticeId: ownNotice })}
          >
            {t('open.acknowledge')}
          </Button>
        </span>
      ) : null}
      <FormFailure error={acknowledge.error} />
    </article>
  )
}

type NextProps = {
  escalation: OpenEscalation
  at: (person: { name: string; at: string }) => { name: string; time: string }
}

/** The next step: who is next, who acknowledged, or the end of the chain. */
function NextRecipient({ escalation: { acknowledged, next }, at }: NextProps) {
  const { t } = useTranslation('notices')
  if (acknowledged) return <StatusInline state="ok" cause={t('underWay.acknowledged', at(acknowledged))} />
  if (next) return <span>{t('underWay.next', at(next))}</span>
  return <StatusInline state="warning" cause={t('underWay.nobodyLeft')} />
}
