import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as formStyles from '../form/form.module.css'
import { useFormats } from '../format/format.ts'
import { serialOf } from '../plant/unit-topic.ts'
import { parseLampNumbers } from './lamp-numbers.ts'
import * as styles from './lamp-picker.module.css'
import { lampKey, searchLamps } from './lamps-found.ts'

/** Maximum number of lamps rendered at once; the search narrows down the others. */
const maxDrawn = 60

type PickerProps = {
  lamps: readonly Lamp[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** Highest lamp number of this plant's units; by default of any unit. */
  highest?: number
  error?: string | undefined
  /** Extra texts for a lamp besides its number. */
  note?: (lamp: Lamp) => readonly string[]
}

/** Lamps by place, with a search for place, number or serial. */
export function LampPicker({ lamps, chosen, onChange, highest = 992, error, note }: PickerProps) {
  const { t } = useTranslation('lamp-picker')
  const { number } = useFormats()
  const [text, setText] = useState('')
  const found = searchLamps(lamps, text)
  const severalUnits = new Set(lamps.map(({ cu }) => cu)).size > 1
  const exceedsHighest = (parseLampNumbers(text)?.at(-1) ?? 0) > highest
  const change = (keys: readonly string[], isIncluded: boolean) => {
    const next = new Set(chosen)
    for (const key of keys)
      if (isIncluded) next.add(key)
      else next.delete(key)
    onChange(next)
  }
  return (
    <div className={styles.lampPicker}>
      <TextInput
        label={t('find')}
        description={t('findHelp')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={exceedsHighest ? t('above', { max: number(highest) }) : undefined}
      />
      <Group gap="xs">
        <span role="status">{t('chosenCount', { count: chosen.size })}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={found.length === 0}
          onClick={() => change(found.map(lampKey), true)}
        >
          {t('selectFound', { count: found.length })}
        </Button>
        {chosen.size > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(new Set())}>
            {t('clear')}
          </Button>
        ) : null}
      </Group>
      <ul className={styles.lampPickerList} aria-label={t('word.lamps')}>
        {found.slice(0, maxDrawn).map((lamp) => (
          <li key={lampKey(lamp)}>
            <Checkbox
              size="sm"
              checked={chosen.has(lampKey(lamp))}
              onChange={(event) => change([lampKey(lamp)], event.currentTarget.checked)}
              label={[lamp.description, lamp.location].filter(Boolean).join(' · ') || t('noPlace')}
              description={[
                lampNumber(lamp.id),
                ...(severalUnits ? [t('unit', { serial: serialOf(lamp.cu) })] : []),
                ...(note?.(lamp) ?? []),
              ].join(' · ')}
            />
          </li>
        ))}
        {found.length === 0 ? <li>{t('nothingFound')}</li> : null}
        {found.length > maxDrawn ? <li>{t('moreFound', { count: found.length - maxDrawn })}</li> : null}
      </ul>
      {error ? (
        <p className={formStyles.fieldError} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
