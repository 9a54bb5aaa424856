import { Button, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { likelyWork } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { type WorkKind, workKinds } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'
import { pathTo } from '../../site-map.ts'
import { useLampPhotos } from '../attachments/index.ts'
import { useWhyNotAllowed, useWhyNotEntitled } from '../central-units/index.ts'
import { addEntry, type Entry, removeEntry, useOutbox, workOf } from '../outbox/index.ts'
import * as styles from './maintenance-rounds.module.css'
import { NotNowSheet } from './NotNowSheet.tsx'
import { OtherWorkSheet } from './OtherWorkSheet.tsx'
import type { ItemProps } from './round-parts.ts'
import { nameOf, useRoundTexts } from './round-texts.ts'

const changed = ['getRound', 'getRounds'] as const

/** The available actions: enter the work, undo it, postpone, or continue. */
export function ItemFoot(props: ItemProps) {
  const { item, answer } = props
  const pendingEntry = useOutbox().entries.find(({ of }) => of === workOf(item.id))
  if (pendingEntry) return <Waiting {...props} entry={pendingEntry} />
  const mayWork = (item.state === 'open' && answer.round.state === 'open') || item.lacksWork
  return <div className={styles.roundFoot}>{mayWork ? <Work {...props} /> : <NextActions {...props} />}</div>
}

/** Offline work on this fault, waiting on this device; it can be undone until it is sent. */
function Waiting({ entry, way, open, item }: ItemProps & { entry: Entry }) {
  const texts = useRoundTexts()
  const { t } = useTranslation('outbox')
  const { entries } = useOutbox()
  const next = way.find(
    ({ id, state }) => state === 'open' && id !== item.id && !entries.some(({ of }) => of === workOf(id)),
  )
  return (
    <div className={styles.roundFoot}>
      <p role="status" className={styles.roundSaid}>
        {t('title')}: {entry.detail}
      </p>
      <Button onClick={() => open(next?.id)}>
        {next ? texts.t('next', { name: nameOf(next, texts) }) : texts.t('backToRound')}
      </Button>
      <Button variant="default" onClick={() => void removeEntry(entry.id)}>
        {t('undo')}
      </Button>
    </div>
  )
}

/** Photos of the lamp since the round was planned belong to the work. Offline, only those already loaded are known. */
function usePhotosOf({ item: { topic, lamp }, answer: { round } }: ItemProps): string[] {
  const photos = useLampPhotos(topic, lamp)
  if (photos === undefined) return []
  return photos
    .filter(({ addedAt }) => Date.parse(addedAt) >= Date.parse(round.createdAt))
    .slice(0, roundLimits.photos)
    .map(({ id }) => id)
}

function Work(props: ItemProps) {
  const { item } = props
  const { t } = useTranslation('maintenance-rounds')
  const { plantId, plant } = useCurrentPlant()
  const texts = useRoundTexts()
  const blockedReason = useWhyNotEntitled()
  const isDisconnected = useIsDisconnected()
  const photos = usePhotosOf(props)
  const [sheet, setSheet] = useState<'notNow' | 'other'>()
  // A retry after a missing answer uses the same idempotency key.
  const key = useRef(crypto.randomUUID())
  const complete = useActionMutation('completeRoundItem', {
    refresh: changed,
    onSuccess: () => {
      key.current = crypto.randomUUID()
      setSheet(undefined)
    },
  })
  const completeWork = (kind: WorkKind, note = '') => {
    const done = { plantId, itemId: item.id, kind, note, photos, at: new Date(serverNow()).toISOString() }
    if (!isDisconnected) return complete.mutate({ ...done, workId: key.current })
    const lamp = item.lamp === null ? {} : { lamp: { topic: item.topic, addr: item.lamp } }
    return void addEntry({
      id: key.current,
      plantId,
      plantName: plant.plantname,
      action: 'completeRoundItem',
      of: workOf(item.id),
      name: nameOf(item, texts),
      detail: t(`work.${kind}`),
      input: { ...done, ...lamp },
    }).then(() => setSheet(undefined))
  }
  const likelyKind = likelyWork(item)
  return (
    <>
      <FormFailure error={complete.error} />
      <ReasonButton
        blockedReason={blockedReason}
        loading={complete.isPending}
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={() => completeWork(likelyKind)}
      >
        {t(`work.${likelyKind}`)}
      </ReasonButton>
      {item.state === 'open' ? (
        <ReasonButton variant="default" blockedReason={blockedReason} onClick={() => setSheet('notNow')}>
          {t('notNow')}
        </ReasonButton>
      ) : null}
      <MoreActions {...props} onOther={() => setSheet('other')} />
      {sheet === 'notNow' ? <NotNowSheet item={item} onClose={() => setSheet(undefined)} /> : null}
      {sheet === 'other' ? (
        <OtherWorkSheet
          kinds={workKinds.filter((kind) => item.of === 'lamp' || kind === 'partReplaced' || kind === 'repaired')}
          failure={complete.error}
          saving={complete.isPending}
          onSay={completeWork}
          onClose={() => setSheet(undefined)}
        />
      ) : null}
    </>
  )
}

function MoreActions({ item, open, onOther }: ItemProps & { onOther: () => void }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const remove = useActionMutation('removeFromRound', {
    refresh: [...changed, 'getOpenFaults'],
    onSuccess: () => open(undefined),
  })
  if (blockedReason) return null
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default" aria-label={t('more')}>
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onOther}>{t('workOther')}</Menu.Item>
        {item.state === 'open' ? (
          <Menu.Item onClick={() => remove.mutate({ plantId, itemId: item.id })}>{t('remove')}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Continue, and undo while possible; later corrections are made in the logbook, which then has the entry. */
function NextActions({ item, way, open }: ItemProps) {
  const texts = useRoundTexts()
  const { t } = texts
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const now = serverNow(useNow(500))
  const undo = useActionMutation('undoRoundItem', { refresh: changed })
  const next = way.find(({ id, state }) => state === 'open' && id !== item.id)
  const { work } = item
  const mayUndo = work?.undoUntil != null && Date.parse(work.undoUntil) > now
  return (
    <>
      <FormFailure error={undo.error} />
      {work && mayUndo ? (
        <p role="status" className={styles.roundSaid}>
          {t('workDone', { work: t(`work.${work.kind}`), name: nameOf(item, texts) })}
        </p>
      ) : null}
      <Button onClick={() => open(next?.id)}>
        {next ? t('next', { name: nameOf(next, texts) }) : t('backToRound')}
      </Button>
      {mayUndo ? (
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={undo.isPending}
          onClick={() => undo.mutate({ plantId, itemId: item.id })}
        >
          {t('undo')}
        </ReasonButton>
      ) : work?.entry ? (
        <Button
          component={AppLink}
          variant="default"
          to={pathTo('logbook', { plantId }, { entry: String(work.entry) })}
        >
          {t('correct')}
        </Button>
      ) : null}
    </>
  )
}
