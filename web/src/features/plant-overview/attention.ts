import { failedTestErrors } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import i18next, { type TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { pathTo } from '../../site-map.ts'

/** The sentence of a cause with its own; causes of units and lamps are named by their fault. */
function titleOf(entry: Attention, t: TFunction<'plant-overview'>): string {
  const serial = entry.cu?.split('_')[1] ?? ''
  const key = `attention.${entry.code.replace('.', '_')}`
  if (i18next.exists(`plant-overview:${key}`, { count: entry.count }))
    return (t as (key: string, values: object) => string)(key, { count: entry.count, serial })
  const [group = '', code = ''] = entry.code.split('.')
  const fault = errorText(`errors.${group}`, code) ?? entry.code
  return group === 'lamp' ? t('attention.lamps', { count: entry.count, fault }) : t('attention.unit', { serial, fault })
}

export type AttentionLine = { title: string; to: string; action: string }

const kinds = { emergency: 'emergency', error: 'error', inhibited: 'inhibited', offline: 'offline' } as const

type Reader = { plantId: string; mayOperate: boolean }

const isFailedTest = (code: string): boolean => failedTestErrors.some((error) => code === `lamp.${error}`)

const isLampFault = (code: string): boolean => code.startsWith('lamp.') && code !== 'lamp.unreachable'

type Step = Omit<AttentionLine, 'title'>

/** The work on a cause; undefined if its devices are only looked at. */
function findWork({ code, cu }: Attention, plantId: string, t: TFunction<'plant-overview'>): Step | undefined {
  const [type = '', serial = ''] = (cu ?? '').split('_')
  if (code === 'unit_not_acquired')
    return { to: pathTo('addUnit', { plantId }, { type, serial }), action: t('word.enrol') }
  // The panel ends an inhibition, or says where its switch is.
  if (code === 'inhibited') return { to: pathTo('remotePanel', { plantId }), action: t('action.openPanel') }
  if (isLampFault(code) && !isFailedTest(code))
    return { to: pathTo('rounds', { plantId }), action: t('action.planRepair') }
  return undefined
}

/** Title and next step of a cause; without permission, the step leads to its page. */
export function attentionLine(
  entry: Attention,
  { plantId, mayOperate }: Reader,
  t: TFunction<'plant-overview'>,
): AttentionLine {
  const title = titleOf(entry, t)
  const unit: Record<string, string> = entry.cu ? { unit: entry.cu } : {}
  const unitAction = mayOperate ? t('action.checkUnit') : t('action.seeUnit')
  const work = mayOperate ? findWork(entry, plantId, t) : undefined
  if (work) return { title, ...work }
  if (entry.code === 'unknown_unit')
    return { title, to: pathTo('unit', { plantId, unit: entry.cu ?? '' }), action: unitAction }
  if (entry.code.startsWith('unit_') || entry.code.startsWith('unit.'))
    return { title, to: pathTo('devices', { plantId, devicesType: 'centralunits' }, unit), action: unitAction }
  const state = kinds[entry.condition as keyof typeof kinds]
  const filter = isLampFault(entry.code) ? { fault: entry.code.slice('lamp.'.length) } : state ? { f: state } : {}
  return { title, to: pathTo('devices', { plantId }, { ...unit, ...filter }), action: t('word.seeTheLamps') }
}
