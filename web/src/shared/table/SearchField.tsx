import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './table.module.css'

type SearchProps = { value: string; placeholder: string; pauseMs: number; onChange: (text: string) => void }

/** Debounce before the table follows the typing; shorter without a request, to feel immediate. */
export const serverDebounceMs = 200
export const localDebounceMs = 60

/** Shows typing at once and filters after a pause: not every letter rerenders thousands of rows. */
export function SearchField({ value, placeholder, pauseMs, onChange }: SearchProps) {
  const { t } = useTranslation('shared')
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value, pauseMs, onChange])
  return (
    <TextInput
      className={styles.search}
      wrapperProps={{ 'data-part': 'search' }}
      type="search"
      data-vx-search
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon size="sm" aria-label={t('table.clearSearch')} onClick={() => setText('')}>
            <IconX size={14} />
          </ActionIcon>
        ) : null
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
