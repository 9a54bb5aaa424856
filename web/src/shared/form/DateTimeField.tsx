import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, parseDate, parseTime } from '../format/date-text.ts'
import { ZoneNote } from '../format/ZoneNote.tsx'
import { useLanguage } from '../i18n/i18n.ts'
import { CalendarButton } from './CalendarButton.tsx'
import * as styles from './date-time-field.module.css'

type FieldProps = {
  label: string
  /** The zone whose clocks show `value`. */
  timeZone: string
  /** `2026-11-30T06:00` by the zone's clock; empty while incomplete. */
  value: string
  onChange: (wall: string) => void
  error?: string | undefined
}

/** A date and a time, typed in the format of the reader's language or chosen in a month. */
export function DateTimeField({ label, timeZone, value, onChange, error }: FieldProps) {
  const { t } = useTranslation('shared')
  const language = useLanguage()
  const [date = '', time = ''] = value.split('T')
  const [typedValue, setTypedValue] = useState({ date: date && formatDate(date, language), time })
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    // An external value is shown, but does not overwrite incomplete typing.
    if (date && time) setTypedValue({ date: formatDate(date, language), time })
  }, [date, time, language])
  const type = (next: Partial<typeof typedValue>) => {
    const now = { ...typedValue, ...next }
    setTypedValue(now)
    const [day, clock] = [parseDate(now.date, language), parseTime(now.time)]
    onChange(day && clock ? `${day}T${clock}` : '')
  }
  const isUnreadable =
    (typedValue.date !== '' && !parseDate(typedValue.date, language)) ||
    (typedValue.time !== '' && !parseTime(typedValue.time))
  const unreadableText =
    isLeft && isUnreadable ? t('date.unreadable', { date: formatDate('2026-12-31', language) }) : undefined
  return (
    <fieldset className={styles.dateTime}>
      <legend>{label}</legend>
      <ZoneNote timeZone={timeZone} />
      <div>
        <TextInput
          aria-label={`${label}: ${t('date.date')}`}
          placeholder={formatDate('2026-12-31', language)}
          inputMode="numeric"
          value={typedValue.date}
          onChange={(event) => type({ date: event.currentTarget.value })}
          onBlur={() => setLeft(true)}
          error={Boolean(unreadableText ?? error)}
          rightSection={
            <CalendarButton
              value={parseDate(typedValue.date, language)}
              onChoose={(day) => type({ date: formatDate(day, language), time: typedValue.time || '06:00' })}
            />
          }
        />
        <TextInput
          aria-label={`${label}: ${t('date.time')}`}
          placeholder="06:00"
          inputMode="numeric"
          value={typedValue.time}
          onChange={(event) => type({ time: event.currentTarget.value })}
          onBlur={() => setLeft(true)}
          error={Boolean(unreadableText ?? error)}
        />
      </div>
      {(unreadableText ?? error) ? (
        <p className={styles.dateTimeError} role="alert">
          {unreadableText ?? error}
        </p>
      ) : null}
    </fieldset>
  )
}
