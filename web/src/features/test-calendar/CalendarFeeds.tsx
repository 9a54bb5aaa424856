import { Button, CopyButton, Select, TextInput } from '@mantine/core'
import type { CalendarFeed, TestCalendar } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { text } from '@vigilux/contract/kernel/primitives.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { shownOnce } from '../../shared/api/shown-once.ts'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import { ownZone } from '../../shared/format/wall-time.ts'

type FeedsProps = { plantId: string | undefined; plants: TestCalendar['plants']; onClose: () => void }

/** The person's addresses for calendar programs: made, listed, revoked. */
export function CalendarFeeds({ plantId, plants, onClose }: FeedsProps) {
  const { t } = useTranslation('test-calendar')
  const { t: tShared } = useTranslation('shared')
  const [address, setAddress] = useState<string>()
  const feeds = useAction('getCalendarFeeds', {})
  return (
    <FormDialog unsaved={false} onClose={onClose} title={t('feed.title')} size="lg">
      {(cancel) => (
        <div className="vx-feeds">
          <p className="vx-quiet">{t('feed.about')}</p>
          {address ? <NewAddress address={address} /> : <NewFeed plantId={plantId} plants={plants} made={setAddress} />}
          <Answered query={feeds}>
            {(answer) =>
              answer.feeds.length > 0 ? (
                <ul aria-label={t('feed.list')}>
                  {answer.feeds.map((feed) => (
                    <FeedLine key={feed.id} feed={feed} />
                  ))}
                </ul>
              ) : null
            }
          </Answered>
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {tShared('close')}
            </Button>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('test-calendar')
  const { t: tShared } = useTranslation('shared')
  return (
    <div className="vx-feed-address" role="status">
      <TextInput
        label={t('feed.once')}
        readOnly
        data-autofocus
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? t('feed.copied') : tShared('copy')}</Button>}
      </CopyButton>
    </div>
  )
}

const schema = z.object({ name: text(60), plantId: z.string() })

type NewProps = Omit<FeedsProps, 'onClose'> & { made: (address: string) => void }

function NewFeed({ plantId, plants, made }: NewProps) {
  const { t } = useTranslation('test-calendar')
  const create = useActionMutation('createCalendarFeed', {
    refresh: ['getCalendarFeeds'],
    onSuccess: ({ address }) => made(shownOnce(address)),
  })
  const form = useCheckedForm(schema, { name: '', plantId: plantId ?? '' })
  const submit = form.onSubmit(({ name, plantId: of }) => create.mutate({ name, ...(of !== '' && { plantId: of }) }))
  const choices = plants.map(({ plant_id, plantname }) => ({ value: plant_id, label: plantname }))
  return (
    <form onSubmit={submit} className="vx-form" noValidate>
      <TextInput label={t('feed.name')} data-autofocus maxLength={60} {...form.getInputProps('name')} />
      <Select
        label={t('feed.of')}
        allowDeselect={false}
        data={[{ value: '', label: t('feed.allPlants') }, ...choices]}
        {...form.getInputProps('plantId')}
      />
      <FormFailure error={create.error} />
      <Button type="submit" loading={create.isPending}>
        {t('feed.create')}
      </Button>
    </form>
  )
}

function FeedLine({ feed }: { feed: CalendarFeed }) {
  const { t } = useTranslation('test-calendar')
  const { dateTime } = useFormats(ownZone)
  const [asking, setAsking] = useState(false)
  const revoke = useActionMutation('revokeCalendarFeed', { refresh: ['getCalendarFeeds'] })
  const { plant, fetchedAt } = feed
  const of = plant ? plant.name || t('feed.lostPlant') : t('feed.allPlants')
  return (
    <li>
      <p>
        <b>{feed.name}</b>
        <span>{of}</span>
        <small>
          {t('feed.madeAt', { time: dateTime(feed.madeAt) })} ·{' '}
          {fetchedAt ? t('feed.fetchedAt', { time: dateTime(fetchedAt) }) : t('feed.never')}
        </small>
      </p>
      <Button variant="default" aria-label={t('feed.revokeOf', { name: feed.name })} onClick={() => setAsking(true)}>
        {t('feed.revoke')}
      </Button>
      <ConfirmDialog
        opened={asking}
        destructive
        title={t('feed.revokeOf', { name: feed.name })}
        confirmLabel={t('feed.revoke')}
        onConfirm={() => revoke.mutateAsync({ feedId: feed.id }).catch(() => undefined)}
        onCancel={() => setAsking(false)}
      >
        {t('feed.revokeAsk')}
        <FormFailure error={revoke.error} />
      </ConfirmDialog>
    </li>
  )
}
