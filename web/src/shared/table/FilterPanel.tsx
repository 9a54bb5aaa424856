import { TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../format/format.ts'
import * as styles from './filter-panel.module.css'
import { RowCheck } from './RowCheck.tsx'
import type { FilterOption, FilterPart } from './table-filters.ts'

/** A filter with more values than this gets a search field. */
const maxUnsearchedValues = 12
/** Maximum number of values listed at once; the search finds the others. */
const maxListed = 100

type PanelProps = {
  parts: readonly FilterPart[]
  /** A filter's values, counted when its section is open. */
  options: (id: string) => readonly FilterOption[]
  toggle: (id: string, value: string) => void
}

/** Every filter with its values; each value shows how many rows it would leave. */
export function FilterPanel({ parts, options, toggle }: PanelProps) {
  const first = parts.find(({ chosen }) => chosen.length > 0) ?? parts[0]
  const [open, setOpen] = useState(first?.id)
  return (
    <div className={styles.filterPanel}>
      {parts.map(({ id, label, chosen }) => (
        <section key={id}>
          <h3>
            <button type="button" aria-expanded={open === id} onClick={() => setOpen(open === id ? undefined : id)}>
              {open === id ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
              {label}
              {chosen.length > 0 ? <b>{chosen.length}</b> : null}
            </button>
          </h3>
          {open === id ? (
            <Options label={label} chosen={chosen} options={options(id)} toggle={(value) => toggle(id, value)} />
          ) : null}
        </section>
      ))}
    </div>
  )
}

type OptionsProps = {
  label: string
  chosen: readonly string[]
  options: readonly FilterOption[]
  toggle: (value: string) => void
}

function Options({ label, chosen, options, toggle }: OptionsProps) {
  const { t } = useTranslation('shared')
  const { number } = useFormats()
  const [text, setText] = useState('')
  const matchesSearch = createSearchMatcher(text)
  const matchingOptions = options.filter(({ label }) => matchesSearch(label))
  if (options.length === 0) return <p className="vx-quiet">{t('table.noValues')}</p>
  return (
    <>
      {options.length > maxUnsearchedValues ? (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('table.findValue', { filter: label })}
          placeholder={t('table.findValue', { filter: label })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <ul aria-label={label}>
        {matchingOptions.slice(0, maxListed).map(({ value, label: labelText, count }) => (
          <li key={value}>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the check is in it */}
            <label>
              <RowCheck
                label={t('table.valueCount', { value: labelText, count })}
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
              />
              <span>{labelText}</span>
              <b>{number(count)}</b>
            </label>
          </li>
        ))}
      </ul>
      {matchingOptions.length > maxListed ? (
        <p className="vx-quiet">{t('table.moreValues', { count: matchingOptions.length - maxListed })}</p>
      ) : null}
    </>
  )
}
