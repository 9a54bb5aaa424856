import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, parseDate } from '../format/date-text.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { CalendarButton } from './CalendarButton.tsx'

type DateFieldProps = {
  /** What it is called: above it, or for those who hear the page alone where `aria-label` says it. */
  label?: string
  'aria-label'?: string
  description?: string
  /** What stands in the field while it is empty: a date as it is written, where nothing else is said. */
  placeholder?: string
  /** `2026-11-30`, or empty. */
  value?: string
  onChange: (day: string) => void
  onBlur?: (() => void) | undefined
  error?: ReactNode
  readOnly?: boolean
  required?: boolean
  className?: string
  'data-autofocus'?: boolean
}

const hasWholeYear = (typed: string): boolean => /\d{4}/.test(typed)

/** A date, typed as the reader's language writes it or chosen in a month; what is no date is said, and counts as none. */
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
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const read = parseDate(typed, language)
  useEffect(() => {
    // What comes from outside is shown; what is being typed stays as it is typed.
    setTyped((before) =>
      (parseDate(before, language) ?? '') === value ? before : value && formatDate(value, language),
    )
  }, [value, language])
  const isUnreadable = left && typed !== '' && !read
  return (
    <TextInput
      {...field}
      readOnly={readOnly}
      placeholder={placeholder ?? formatDate('2026-12-31', language)}
      inputMode="numeric"
      value={typed}
      onChange={({ currentTarget: { value: now } }) => {
        setTyped(now)
        // "30.11.20" may be on its way to 2026.
        onChange((hasWholeYear(now) && parseDate(now, language)) || '')
      }}
      onBlur={() => {
        setLeft(true)
        if (read) setTyped(formatDate(read, language))
        if (read && read !== value) onChange(read)
        onBlur?.()
      }}
      error={isUnreadable ? t('date.unreadable', { date: formatDate('2026-12-31', language) }) : error}
      rightSection={
        readOnly ? null : (
          <CalendarButton
            value={read}
            onChoose={(day) => {
              setTyped(formatDate(day, language))
              onChange(day)
            }}
          />
        )
      }
    />
  )
}
