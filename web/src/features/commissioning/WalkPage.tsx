import { Menu } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useIsAway } from '../../shared/realtime/realtime.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import './commissioning.css'
import { EndDialog } from './EndDialog.tsx'
import { KeptPlaces } from './KeptPlaces.tsx'
import { useKeptWalk } from './kept-places.ts'
import { useSendingPlaces } from './use-sending-places.ts'
import { WalkEnd } from './WalkEnd.tsx'
import { Walking } from './Walking.tsx'
import { WalkProgress } from './WalkProgress.tsx'

type Told = ActionOutput<'getWalk'>

/** A commissioning walk on the phone: a lamp blinks, its place is written, and the next one blinks. */
export function WalkPage() {
  const { walkId = '' } = useParams({ strict: false }) as { walkId?: string }
  const { plantId } = useOpenPlant()
  const answer = useAction('getWalk', { plantId, walkId })
  const isReader = useWhyNotAllowed() !== undefined
  const Shown = isReader ? ReadWalk : OwnWalk
  return <Answered query={answer}>{(told) => <Shown key={walkId} {...told} />}</Answered>
}

function Heading({ walk: { topic }, more }: Pick<Told, 'walk'> & { more?: ReactNode }) {
  const { t } = useTranslation('commissioning')
  const whose = topic === null ? t('ofChosen') : t('ofUnit', { serial: serialOf(topic) })
  return <PageHeader title={t('title')} facts={<span>{whose}</span>} more={more} />
}

/** Who may not write reads how far it is, live. */
function ReadWalk(told: Told) {
  return (
    <div className="vx-walk">
      <Heading walk={told.walk} />
      <WalkProgress {...told} />
      <WalkEnd {...told} />
    </div>
  )
}

/** What was typed without a line goes out from here, also when the walk has ended meanwhile. */
function OwnWalk(told: Told) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useOpenPlant()
  const [isEnding, setEnding] = useState(false)
  const { id: walkId, ended_at } = told.walk
  const isAway = useIsAway()
  const [kept, change] = useKeptWalk(walkId)
  const { places } = kept
  const { sent, isSending } = useSendingPlaces({ plantId, walkId }, { places, change, isAway })
  return (
    <div className="vx-walk">
      <Heading
        walk={told.walk}
        more={ended_at === null ? <Menu.Item onClick={() => setEnding(true)}>{t('end.finish')}</Menu.Item> : null}
      />
      <EndDialog walk={told.walk} opened={isEnding} onClose={() => setEnding(false)} />
      <WalkProgress {...told} waiting={places.length} />
      <KeptPlaces places={places} change={change} sent={sent} isAway={isAway} />
      {ended_at === null ? (
        <Walking {...told} kept={kept} change={change} isAway={isAway} isSending={isSending} />
      ) : (
        <WalkEnd {...told} />
      )}
    </div>
  )
}
