import { Menu } from '@mantine/core'
import { IconBulbOff, IconChevronDown } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import * as walkStyles from '../../shared/layout/walk.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotEntitled } from '../central-units/index.ts'
import { isSendable, OutboxList, useOutbox } from '../outbox/index.ts'
import * as styles from './commissioning.module.css'
import { EndDialog } from './EndDialog.tsx'
import { usePendingPlaces } from './pending-places.ts'
import { WalkEnd } from './WalkEnd.tsx'
import { Walking } from './Walking.tsx'
import { WalkProgress } from './WalkProgress.tsx'
import { useWalkDraft } from './walk-draft.ts'

/** This plant's unsent places on this device, collapsed unless one needs a decision. */
function PendingPlaces() {
  const { t } = useTranslation('outbox')
  const { plantId } = useCurrentPlant()
  const entries = useOutbox().entries.filter((entry) => entry.plantId === plantId)
  if (entries.length === 0) return null
  return (
    <details className={`vx-card ${styles.walkKept}`} open={!entries.every(isSendable)}>
      <summary>
        <IconChevronDown size={18} aria-hidden />
        {t('word.commissioning')}
        <span>{entries.length}</span>
      </summary>
      <OutboxList entries={entries} />
    </details>
  )
}

type WalkAnswer = ActionOutput<'getWalk'>

/** Refusals shown as "no such walk" for a truncated link. */
const unknownCodes = ['WALK_NOT_FOUND', 'INVALID_INPUT']

/** A commissioning walk on the phone: a lamp blinks, its place is entered, and the next one blinks. */
export function WalkPage() {
  const { walkId = '' } = useParams({ strict: false }) as { walkId?: string }
  return (
    <AnswerBoundary refused={({ code }) => (unknownCodes.includes(code) ? <NoWalk /> : undefined)}>
      <Walk key={walkId} walkId={walkId} />
    </AnswerBoundary>
  )
}

function Walk({ walkId }: { walkId: string }) {
  const { plantId } = useCurrentPlant()
  const answer = useAnswer('getWalk', { plantId, walkId })
  return useWhyNotEntitled() === undefined ? <OwnWalk {...answer} /> : <ReadWalk {...answer} />
}

function NoWalk() {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  return (
    <div className="vx-card">
      <StatePanel
        icon={IconBulbOff}
        title={errorText('errors', 'WALK_NOT_FOUND') ?? ''}
        level={1}
        action={<AppLink to={pathTo('devices', { plantId })}>{t('end.toLamps')}</AppLink>}
      />
    </div>
  )
}

function Heading({ walk: { topic, plan_id }, more }: Pick<WalkAnswer, 'walk'> & { more?: ReactNode }) {
  const { t } = useTranslation('commissioning')
  const scopeText =
    topic === null ? t(plan_id ? 'onPlan' : 'ofChosen') : t('word.unitSerial', { serial: serialOf(topic) })
  return <PageHeader title={t('word.commissioning')} facts={<span>{scopeText}</span>} more={more} />
}

/** Live progress for people without write permission. */
function ReadWalk(answer: WalkAnswer) {
  return (
    <div className={walkStyles.walk}>
      <Heading walk={answer.walk} />
      <WalkProgress {...answer} />
      <WalkEnd {...answer} />
    </div>
  )
}

/** With a floor plan, lamps are placed on the plan's page. */
function ToPlan({ walkId, planId }: { walkId: string; planId: string }) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  return (
    <p>
      <AppLink to={pathTo('plantMaps', { plantId }, { plan: planId, walk: walkId })}>{t('toPlan')}</AppLink>
    </p>
  )
}

/** Sends places entered offline, even after the walk has ended. */
function OwnWalk(answer: WalkAnswer) {
  const { t } = useTranslation('commissioning')
  const [isEnding, setEnding] = useState(false)
  const { id: walkId, ended_at } = answer.walk
  const isDisconnected = useIsDisconnected()
  const [draft, change] = useWalkDraft(walkId)
  const places = usePendingPlaces(walkId)
  return (
    <div className={walkStyles.walk}>
      <Heading
        walk={answer.walk}
        more={ended_at === null ? <Menu.Item onClick={() => setEnding(true)}>{t('end.finish')}</Menu.Item> : null}
      />
      <EndDialog walk={answer.walk} opened={isEnding} onClose={() => setEnding(false)} />
      <WalkProgress {...answer} waiting={places.length} />
      <PendingPlaces />
      {ended_at === null ? (
        answer.walk.plan_id ? (
          <ToPlan walkId={walkId} planId={answer.walk.plan_id} />
        ) : (
          <Walking {...answer} draft={draft} change={change} places={places} isAway={isDisconnected} />
        )
      ) : (
        <WalkEnd {...answer} />
      )}
    </div>
  )
}
