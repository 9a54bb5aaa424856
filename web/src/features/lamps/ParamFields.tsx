import { NumberInput, Select } from '@mantine/core'
import { autonomyHours } from '@vigilux/contract/features/configuration/autonomy.ts'
import { lampFunctions } from '@vigilux/contract/features/lamps/lamp.ts'
import { type LampParamName, type LampParams, lampInputModes } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { ParamValue } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { useTranslation } from 'react-i18next'
import { useLimits } from '../../shared/api/use-limits.ts'
import { isAllowed, type SurveyedParam, sharedValue } from './lamp-params.ts'
import { paramBounds, useParamLabel } from './use-param-label.ts'

type FieldsProps = { params: readonly SurveyedParam[]; set: LampParams; onChange: (setParams: LampParams) => void }

const choices: Partial<Record<LampParamName, readonly ParamValue[]>> = {
  function: lampFunctions,
  autonomy: autonomyHours,
  parity: ['even', 'odd'],
  inputMode: lampInputModes,
  infinity: [true, false],
  uvOxyOnOff: [true, false],
}

/** A field per parameter; an empty field leaves each lamp's value unchanged. */
export function ParamFields({ params, set, onChange }: FieldsProps) {
  const hours = useLimits().autonomyHours
  const offeredValues = (param: SurveyedParam): ParamValue[] => {
    const allValues = choices[param.name] ?? []
    const operatorValues =
      param.name === 'autonomy' ? allValues.filter((value) => hours.includes(Number(value))) : allValues
    return operatorValues.filter((value) => isAllowed(param, value))
  }
  return params.map((param) => (
    <ParamField
      key={param.name}
      param={param}
      offered={offeredValues(param)}
      value={set[param.name]}
      onChange={(value) => {
        const { [param.name]: _, ...others } = set
        onChange(value === undefined ? others : { ...others, [param.name]: value })
      }}
    />
  ))
}

type FieldProps = {
  param: SurveyedParam
  offered: readonly ParamValue[]
  value: ParamValue | undefined
  onChange: (value: ParamValue | undefined) => void
}

function ParamField({ param, offered, value, onChange }: FieldProps) {
  const { t } = useTranslation('lamps')
  const paramLabel = useParamLabel()
  const { name } = param
  const bounds = paramBounds[name]
  const commonValue = sharedValue(param)
  const label = t(`params.name.${name}`)
  const placeholder = param.values.length > 1 ? t('params.various') : t('params.asIs')
  const now =
    commonValue === undefined
      ? formatValues(param, paramLabel, t('unknown'))
      : t('params.now', { value: paramLabel(name, commonValue) })
  if (bounds)
    return (
      <NumberInput
        label={label}
        description={`${now} · ${bounds.min}–${bounds.max}${bounds.suffix}`}
        {...bounds}
        clampBehavior="none"
        allowDecimal={false}
        placeholder={placeholder}
        value={(value as number | undefined) ?? ''}
        error={value !== undefined && !isAllowed(param, value) ? t('params.wrong') : undefined}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      />
    )
  return (
    <Select
      clearable
      label={label}
      description={now}
      placeholder={placeholder}
      value={value === undefined ? null : String(value)}
      data={offered.map((one) => ({ value: String(one), label: paramLabel(name, one) }))}
      onChange={(next) => onChange(offered.find((one) => String(one) === next))}
    />
  )
}

/** "20 % (12), 30 % (4)": current values with their number of lamps. */
function formatValues(
  { name, values, taken: supportingCount }: SurveyedParam,
  paramLabel: ReturnType<typeof useParamLabel>,
  unknown: string,
): string {
  const shown = values.slice(0, 4).map(({ value, lamps }) => `${paramLabel(name, value)} (${lamps})`)
  const unreportedCount = supportingCount - values.reduce((sum, { lamps }) => sum + lamps, 0)
  return [
    ...shown,
    ...(values.length > 4 ? ['…'] : []),
    ...(unreportedCount > 0 ? [`${unknown} (${unreportedCount})`] : []),
  ].join(', ')
}
