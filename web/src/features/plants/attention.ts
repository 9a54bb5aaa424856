import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import type { TFunction } from 'i18next'
import { codeText } from '../../shared/i18n/i18n.ts'

type Translate = TFunction<'plants'>

function serialOf(unit: string | null): string {
  return unit?.split('_').at(-1) ?? ''
}

/** Causes of the same kind on several units are one cause of the plant, as long as they count lamps. */
function gathered(causes: readonly Attention[]): Attention[] {
  const byCode = new Map<string, Attention>()
  for (const cause of causes) {
    const key = cause.code.startsWith('unit') ? `${cause.code} ${cause.cu}` : cause.code
    const known = byCode.get(key)
    byCode.set(key, known ? { ...known, count: known.count + cause.count, cu: null } : cause)
  }
  return [...byCode.values()]
}

const ownWords = [
  'unit_not_acquired',
  'unit_offline',
  'unit_stranger',
  'on_battery',
  'inhibited',
  'serial_shared',
  'lamp.unreachable',
] as const
type OwnWord = (typeof ownWords)[number]

function isOwnWord(code: string): code is OwnWord {
  return ownWords.some((word) => word === code)
}

function causeText({ code, count, cu }: Attention, t: Translate): string {
  const unit = serialOf(cu)
  if (code === 'on_battery' && count === 0) return t('attention.unitOnBattery', { unit })
  if (code === 'lamp.unreachable') return t('attention.unreachable', { count })
  if (isOwnWord(code)) return t(`attention.${code as Exclude<OwnWord, 'lamp.unreachable'>}`, { count, unit })
  const [group, name = ''] = code.split('.')
  const cause = codeText(`errors.${group}`, name) ?? codeText('state', 'error') ?? ''
  return group === 'lamp' ? t('attention.lamps', { count, cause }) : t('attention.unit', { unit, cause })
}

/** What of a plant needs a person, worst first, each with its place and number. */
export function attentionTexts(causes: readonly Attention[], t: Translate): string[] {
  return gathered(causes).map((cause) => causeText(cause, t))
}
