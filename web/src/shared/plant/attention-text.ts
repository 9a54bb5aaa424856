import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../i18n/i18n.ts'

type Translate = TFunction<'plants'>

function serialOf(unit: string | null): string {
  return unit?.split('_').at(-1) ?? ''
}

/** Merges causes of the same kind on several units, if they count lamps. */
function groupCauses(causes: readonly Attention[]): Attention[] {
  const byCode = new Map<string, Attention>()
  for (const cause of causes) {
    const key = cause.code.startsWith('unit') ? `${cause.code} ${cause.cu}` : cause.code
    const groupedCause = byCode.get(key)
    byCode.set(key, groupedCause ? { ...groupedCause, count: groupedCause.count + cause.count, cu: null } : cause)
  }
  return [...byCode.values()]
}

const customTextKinds = [
  'unit_not_acquired',
  'unit_offline',
  'unknown_unit',
  'on_battery',
  'inhibited',
  'serial_shared',
  'lamp.unreachable',
] as const
type CustomTextKind = (typeof customTextKinds)[number]

function hasCustomText(code: string): code is CustomTextKind {
  return customTextKinds.some((kindName) => kindName === code)
}

function causeText({ code, count, cu }: Attention, t: Translate): string {
  const unit = serialOf(cu)
  if (code === 'on_battery' && count === 0) return t('attention.unitOnBattery', { unit })
  if (code === 'lamp.unreachable') return t('attention.unreachable', { count })
  if (hasCustomText(code)) return t(`attention.${code as Exclude<CustomTextKind, 'lamp.unreachable'>}`, { count, unit })
  const [group, name = ''] = code.split('.')
  const cause = errorText(`errors.${group}`, name) ?? errorText('state', 'error') ?? ''
  return group === 'lamp' ? t('attention.lamps', { count, cause }) : t('attention.unit', { unit, cause })
}

/** A plant's open causes, worst first, each with place and number. */
export function formatAttention(causes: readonly Attention[], t: Translate): string[] {
  return groupCauses(causes).map((cause) => causeText(cause, t))
}
