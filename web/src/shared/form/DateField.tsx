import { TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, parseDate } from '../format/date-text.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { CalendarButton } from './CalendarButton.tsx'

type DateFieldProps = {
  /** Visible label, or label for screen readers when `aria-label` is set. */
  label?: string
  'aria-label'?: string
  description?: string
  /** Placeholder of the empty field; by default a sample date. */
  placeholder?: string
  /** `2026-11-30`, or empty. */
  value?: string
  onChange: (day: string) => void
  onBlur?: ((event: FocusEvent) => void) | undefined
  error?: ReactNode
  readOnly?: boolean
  required?: boolean
  className?: string | undefined
  'data-autofocus'?: boolean
}

const hasWholeYear = (typedText: string): boolean => /\d{4}/.test(typedText)

/** A date, typed in the format of the reader's language or chosen in a month; an invalid one counts as empty. */
export function DateField({
  value = '',
  onChange,
  onBlur,
  error,
  placeholder,
  readOnly = false,
  ...field
}: DateFieldProps) {
  const { t } = useTranslation('shared')
  const language = useLanguage()
  const [typedText, setTypedText] = useState('')
  const [isLeft, setLeft] = useState(false)
  const read = parseDate(typedText, language)
  useEffect(() => {
    // An external value is shown, but does not overwrite typing in progress.
    setTypedText((previous) =>
      (parseDate(previous, language) ?? '') === value ? previous : value && formatDate(value, language),
    )
  }, [value, language])
  const isUnreadable = isLeft && typedText !== '' && !read
  return (
    <TextInput
      {...field}
      readOnly={readOnly}
      placeholder={placeholder ?? formatDate('2026-12-31', language)}
      inputMode="numeric"
      value={typedText}
      onChange={({ currentTarget: { value: now } }) => {
        setTypedText(now)
        // "30.11.20" may be the beginning of 2026.
        onChange((hasWholeYear(now) && parseDate(now, language)) || '')
      }}
      onBlur={(event) => {
        setLeft(true)
        if (read) setTypedText(formatDate(read, language))
        if (read && read !== value) onChange(read)
        onBlur?.(event)
      }}
      error={isUnreadable ? t('date.unreadable', { date: formatDate('2026-12-31', language) }) : error}
      rightSection={
        readOnly ? null : (
          <CalendarButton
            value={read}
            onChoose={(day) => {
              setTypedText(formatDate(day, language))
              onChange(day)
            }}
          />
        )
      }
    />
  )
}
