import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { attentionLimits, type OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { DateTimeField } from '../../shared/form/DateTimeField.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './attention.module.css'
import { computeSnoozeEnd, type SnoozeChoice, shortSnoozeMs, snoozeChoices } from './snooze-times.ts'

/** Snoozes a cause for the person, or ends the snooze. */
export function Snooze({ cause }: { cause: OpenCause }) {
  const { t } = useTranslation('attention')
  const { plant_id: plantId, cu: topic, code, snoozed, timezone } = cause
  const { dateTime } = useFormats(timezone)
  const save = useActionMutation('snoozeAttention', { refresh: ['getAttention'] })
  if (!snoozed) return <SnoozeForm cause={cause} />
  return (
    <section className={styles.attentionDetail}>
      <p>{t('snoozedUntil', { time: dateTime(snoozed.backAt), reason: snoozed.reason })}</p>
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate({ plantId, topic, code, snooze: null })}
      >
        {t('snooze.end')}
      </Button>
      <FormFailure error={save.error} />
    </section>
  )
}

function SnoozeForm({ cause }: { cause: OpenCause }) {
  const { t } = useTranslation('attention')
  const { plant_id: plantId, cu: topic, code, timezone } = cause
  const { dateTime, duration } = useFormats(timezone)
  const save = useActionMutation('snoozeAttention', { refresh: ['getAttention'] })
  const [choice, setChoice] = useState<SnoozeChoice>('tomorrow')
  const [dateText, setDateText] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const until = computeSnoozeEnd(choice, dateText, Date.now(), timezone)
  const missing = reason.trim() === ''
  return (
    <form
      className={styles.attentionDetail}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (until && !missing && !save.isPending)
          save.mutate({ plantId, topic, code, snooze: { backAt: until, reason } })
      }}
    >
      <b id="snooze-title">{t('snooze.title')}</b>
      <SegmentedControl
        fullWidth
        aria-labelledby="snooze-title"
        value={choice}
        data={snoozeChoices.map((value) => ({
          value,
          label: value === 'hours' ? duration(shortSnoozeMs) : t(`snooze.${value}`),
        }))}
        onChange={(value) => setChoice(value as SnoozeChoice)}
      />
      {choice === 'date' ? (
        <DateTimeField
          label={t('snooze.until')}
          timeZone={timezone}
          value={dateText}
          onChange={setDateText}
          error={tried && !until ? t('snooze.untilMissing') : undefined}
        />
      ) : null}
      <TextInput
        label={t('snooze.reason')}
        withAsterisk
        maxLength={attentionLimits.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && missing ? t('snooze.reasonMissing') : undefined}
      />
      <FormFailure error={save.error} />
      <div className={styles.attentionFoot}>
        <small>{until ? t('snooze.back', { time: dateTime(until) }) : ''}</small>
        <Button type="submit" variant="default" loading={save.isPending}>
          {t('snooze.button')}
        </Button>
      </div>
    </form>
  )
}
