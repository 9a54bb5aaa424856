import type { lampFunctions } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParamName, LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { ParamValue } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'

/** Bounds of numeric parameters, in the parameter's unit. */
export const paramBounds: Partial<Record<LampParamName, { min: number; max: number; suffix: string }>> = {
  opticom: { min: 0, max: 100, suffix: ' %' },
  durataTest: { min: 10, max: 600, suffix: ' s' },
  uvOxyTimer: { min: 1, max: 600, suffix: ' min' },
  uvOxyFanSpeed: { min: 0, max: 5, suffix: '' },
}

/** A parameter's value in words. */
export function useParamLabel(): (name: LampParamName, value: ParamValue) => string {
  const { t } = useTranslation('lamps')
  const { measure, percent } = useFormats()
  const numberLabel = (name: LampParamName, value: number): string => {
    if (name === 'opticom') return percent(value)
    const unit = name === 'autonomy' ? 'h' : paramBounds[name]?.suffix.trim()
    return unit ? measure(value, unit) : String(value)
  }
  return (name, value) => {
    if (typeof value === 'boolean') return value ? t('params.on') : t('params.off')
    if (name === 'function') return t(`function.${value as (typeof lampFunctions)[number]}`)
    if (name === 'parity') return t(`parity.${value as 'even' | 'odd'}`)
    if (name === 'inputMode') return t(`inputMode.${value as NonNullable<LampParams['inputMode']>}`)
    return numberLabel(name, Number(value))
  }
}
