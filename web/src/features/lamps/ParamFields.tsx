import { NumberInput, Select } from '@mantine/core'
import { lampFunctions } from '@vigilux/contract/features/lamps/lamp.ts'
import { type LampParamName, type LampParams, lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { useTranslation } from 'react-i18next'
import type { TakenParams } from './lamp-params.ts'

type FieldsProps = {
  names: readonly LampParamName[]
  taken: readonly TakenParams[]
  set: LampParams
  onChange: (set: LampParams) => void
}

type Value = string | number | boolean
/** Bounds of the numbers, in the unit of the parameter. */
const numbers: Partial<Record<LampParamName, { min: number; max: number; suffix: string }>> = {
  opticom: { min: 0, max: 100, suffix: ' %' },
  durataTest: { min: 10, max: 600, suffix: ' s' },
  uvOxyTimer: { min: 1, max: 600, suffix: ' min' },
  uvOxyFanSpeed: { min: 0, max: 5, suffix: '' },
}
const choices: Partial<Record<LampParamName, readonly string[]>> = {
  function: lampFunctions,
  parity: ['even', 'odd'],
  infinity: ['true', 'false'],
  uvOxyOnOff: ['true', 'false'],
}

/** A field for each parameter; one that is left empty stays as it is on each lamp. */
export function ParamFields({ names, taken, set, onChange }: FieldsProps) {
  const { t } = useTranslation('lamps')
  const paramLabel = useParamLabel()
  const change = (name: LampParamName, value: Value | undefined) => {
    const next: Record<string, unknown> = { ...set }
    if (value === undefined) delete next[name]
    else next[name] = value
    onChange(next as LampParams)
  }
  return names.map((name) => {
    const values = [...new Set(taken.map(({ params }) => params[name]))]
    const now = values.length === 1 && values[0] !== undefined ? paramLabel(name, values[0]) : t('params.various')
    const description = t('params.now', { value: now })
    const bounds = numbers[name]
    if (bounds)
      return (
        <NumberInput
          key={name}
          label={t(`params.name.${name}`)}
          description={`${description} · ${bounds.min}–${bounds.max}${bounds.suffix}`}
          {...bounds}
          clampBehavior="none"
          allowDecimal={false}
          placeholder={t('params.asIs')}
          value={(set[name] as number | undefined) ?? ''}
          error={
            set[name] !== undefined && !lampParams.shape[name].safeParse(set[name]).success
              ? t('params.wrong')
              : undefined
          }
          onChange={(value) => change(name, typeof value === 'number' ? value : undefined)}
        />
      )
    return (
      <Select
        key={name}
        clearable
        label={t(`params.name.${name}`)}
        description={description}
        placeholder={t('params.asIs')}
        value={set[name] === undefined ? null : String(set[name])}
        data={(choices[name] ?? []).map((value) => ({ value, label: paramLabel(name, paramValue(value)) }))}
        onChange={(value) => change(name, value === null ? undefined : paramValue(value))}
      />
    )
  })
}

function paramValue(text: string): Value {
  return text === 'true' || text === 'false' ? text === 'true' : text
}

/** A value of a parameter in words. */
export function useParamLabel(): (name: LampParamName, value: Value) => string {
  const { t } = useTranslation('lamps')
  return (name, value) => {
    if (typeof value === 'boolean') return value ? t('params.on') : t('params.off')
    if (name === 'function') return t(`function.${value as (typeof lampFunctions)[number]}`)
    if (name === 'parity') return t(`parity.${value as 'even' | 'odd'}`)
    return `${value}${numbers[name]?.suffix ?? ''}`
  }
}
