import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { safetyOfUnit } from '@vigilux/contract/features/central-units/unit-safety.rules.ts'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { stateOfUnit } from './unit.ts'

/** Icon and cause of a unit's state; "Connected" instead of a bare OK. */
export function UnitState({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('central-units')
  const state = stateOfUnit(unit)
  const worstFault = safetyOfUnit(unit).faults[0]
  if (unit.unknown_life_since) return <StatusInline state={state} cause={t('unknownUnit.short')} />
  if (state === 'ok') return <StatusInline state="ok" cause={t('connected')} />
  if (state === 'error' && worstFault?.severity !== 'error')
    return <StatusInline state="error" cause={t('lampsInError', { count: unit.lamps.in_error })} />
  const cause =
    state === 'error' || state === 'warning' ? worstFault && errorText('errors.unit', worstFault.code) : undefined
  return cause ? <StatusInline state={state} cause={cause} /> : <StatusInline state={state} />
}
