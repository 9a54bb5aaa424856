import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { serialOf } from '../central-units/index.ts'
import { readLampNumbers } from './lamp-numbers.ts'
import { lampKey, lampsFound } from './start-plan.ts'

/** Lamps that are drawn at once; a search narrows the others down. */
const drawnAtOnce = 60

type PickerProps = {
  lamps: readonly Lamp[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** The highest number that a unit of this plant can give a lamp. */
  highest: number
  error: string | undefined
}

/** Lamps by their places, with a search for place, number or serial. */
export function LampPicker({ lamps, chosen, onChange, highest, error }: PickerProps) {
  const { t } = useTranslation('emergency-tests')
  const { number } = useFormats()
  const [text, setText] = useState('')
  const found = lampsFound(lamps, text)
  const severalUnits = new Set(lamps.map(({ cu }) => cu)).size > 1
  const beyond = (readLampNumbers(text)?.at(-1) ?? 0) > highest
  const change = (keys: readonly string[], isIn: boolean) => {
    const next = new Set(chosen)
    for (const key of keys)
      if (isIn) next.add(key)
      else next.delete(key)
    onChange(next)
  }
  return (
    <div className="vx-lamp-picker">
      <TextInput
        label={t('start.find')}
        description={t('start.findHelp')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={beyond ? t('start.above', { max: number(highest) }) : undefined}
      />
      <Group gap="xs">
        <span role="status">{t('start.chosenCount', { count: chosen.size })}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={found.length === 0}
          onClick={() => change(found.map(lampKey), true)}
        >
          {t('start.selectFound', { count: found.length })}
        </Button>
        <Button variant="subtle" size="compact-sm" disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
          {t('start.clear')}
        </Button>
      </Group>
      <ul className="vx-lamp-picker-list" aria-label={t('start.lamps')}>
        {found.slice(0, drawnAtOnce).map((lamp) => (
          <li key={lampKey(lamp)}>
            <Checkbox
              size="sm"
              checked={chosen.has(lampKey(lamp))}
              onChange={(event) => change([lampKey(lamp)], event.currentTarget.checked)}
              label={[lamp.description, lamp.location].filter(Boolean).join(' · ') || t('start.noPlace')}
              description={[
                lampNumber(lamp.id),
                ...(severalUnits ? [t('now.unit', { serial: serialOf(lamp.cu) })] : []),
                ...(lamp.mode === 'emergency' ? [t('start.lampNoMains')] : []),
              ].join(' · ')}
            />
          </li>
        ))}
        {found.length === 0 ? <li>{t('start.nothingFound')}</li> : null}
        {found.length > drawnAtOnce ? <li>{t('start.moreFound', { count: found.length - drawnAtOnce })}</li> : null}
      </ul>
      {error ? (
        <p className="vx-field-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
