import { Button, CopyButton, TextInput } from '@mantine/core'
import type { CalendarFeed } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { text } from '@vigilux/contract/kernel/primitives.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { PlantSelect } from './PlantSelect.tsx'
import * as styles from './test-calendar.module.css'
import { useTestYear, type YearQuestion } from './use-calendar.ts'

type FeedsProps = { question: YearQuestion; onClose: () => void }

/** The person's calendar feeds: create, list, revoke. */
export function CalendarFeeds({ question, onClose }: FeedsProps) {
  const { t } = useTranslation('test-calendar')
  const [address, setAddress] = useState<string>()
  return (
    <FormDialog unsaved={false} onClose={onClose} title={t('feed.title')} size="lg">
      {(cancel) => (
        <div className={styles.feeds}>
          <p className="vx-quiet">{t('feed.about')}</p>
          {address ? (
            <NewAddress address={address} />
          ) : (
            <AnswerBoundary>
              <NewFeed question={question} made={setAddress} />
            </AnswerBoundary>
          )}
          <AnswerBoundary>
            <Feeds />
          </AnswerBoundary>
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('close')}
            </Button>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

function Feeds() {
  const { t } = useTranslation('test-calendar')
  const { feeds } = useAnswer('getCalendarFeeds', {})
  if (feeds.length === 0) return null
  return (
    <ul aria-label={t('feed.list')}>
      {feeds.map((feed) => (
        <FeedLine key={feed.id} feed={feed} />
      ))}
    </ul>
  )
}

function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('test-calendar')
  return (
    <div className={styles.feedAddress} role="status">
      <TextInput
        label={t('feed.once')}
        readOnly
        data-autofocus
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? t('feed.copied') : t('copy')}</Button>}
      </CopyButton>
    </div>
  )
}

const schema = z.object({ name: text(60), plantId: z.string() })

type NewProps = { question: YearQuestion; made: (address: string) => void }

function NewFeed({ question, made }: NewProps) {
  const { t } = useTranslation('test-calendar')
  const create = useActionMutation('createCalendarFeed', {
    refresh: ['getCalendarFeeds'],
    onSuccess: ({ address }) => made(requireSecret(address)),
  })
  const { plant } = useTestYear(question)
  const form = useCheckedForm(schema, { name: '', plantId: question.plantId ?? '' })
  const submit = form.onSubmit(({ name, plantId: selectedPlantId }) =>
    create.mutate({ name, ...(selectedPlantId !== '' && { plantId: selectedPlantId }) }),
  )
  return (
    <form onSubmit={submit} className={formStyles.form} noValidate>
      <TextInput label={t('feed.name')} data-autofocus maxLength={60} {...form.getInputProps('name')} />
      <PlantSelect
        label={t('feed.of')}
        allLabel={t('word.allMyPlants')}
        chosenName={plant?.plantname}
        value={form.values.plantId}
        onChange={(plantId) => form.setFieldValue('plantId', plantId)}
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
  const { dateTime } = useFormats(browserTimeZone)
  const [isConfirming, setConfirming] = useState(false)
  const revoke = useActionMutation('revokeCalendarFeed', { refresh: ['getCalendarFeeds'] })
  const { plant, fetchedAt } = feed
  const plantText = plant ? plant.name || t('feed.lostPlant') : t('word.allMyPlants')
  return (
    <li>
      <p>
        <b>{feed.name}</b>
        <span>{plantText}</span>
        <small>
          {t('feed.madeAt', { time: dateTime(feed.madeAt) })} ·{' '}
          {fetchedAt ? t('feed.fetchedAt', { time: dateTime(fetchedAt) }) : t('feed.never')}
        </small>
      </p>
      <Button
        variant="default"
        aria-label={t('feed.revokeOf', { name: feed.name })}
        onClick={() => setConfirming(true)}
      >
        {t('feed.revoke')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('feed.revokeOf', { name: feed.name })}
        confirmLabel={t('feed.revoke')}
        onConfirm={() => revoke.mutateAsync({ feedId: feed.id }).catch(() => undefined)}
        onCancel={() => setConfirming(false)}
      >
        {t('feed.revokeAsk')}
        <FormFailure error={revoke.error} />
      </ConfirmDialog>
    </li>
  )
}
