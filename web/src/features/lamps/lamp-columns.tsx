import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TFunction } from 'i18next'
import { codeText } from '../../shared/i18n/i18n.ts'
import { bySeverity, isState, lookOf, type StateName } from '../../shared/status/states.ts'
import type { Chip, Column } from '../../shared/table/table-model.ts'
import { serialOf } from '../central-units/index.ts'
import { LampState } from './LampState.tsx'
import { lampNumber } from './lamp-lists.ts'

export type LampWords = {
  t: TFunction<'lamps'>
  state: (name: StateName) => string
  minutes: (value: number) => string
  /** "3 Stairs": a group with its name. */
  group: (cu: string, group: number) => string
}

export function kindWords(lamp: Lamp, t: TFunction<'lamps'>): string {
  if (lamp.type === 'emergency' && lamp.function) return t(`function.${lamp.function}`)
  return t(`type.${lamp.type}`)
}

/** Columns of the device lists; the unit only where there are several. */
export function lampColumns(words: LampWords, severalUnits: boolean): readonly Column<Lamp>[] {
  const { t, state, minutes, group } = words
  const groupsOf = (lamp: Lamp) => lamp.groups.map((one) => group(lamp.cu, one)).join(', ')
  const unit: Column<Lamp> = {
    id: 'unit',
    header: t('column.unit'),
    cell: (lamp) => serialOf(lamp.cu),
    value: (lamp) => serialOf(lamp.cu),
  }
  return [
    { id: 'number', header: t('column.number'), cell: (lamp) => lampNumber(lamp.id), value: (lamp) => lamp.id },
    ...(severalUnits ? [unit] : []),
    {
      id: 'description',
      header: t('column.description'),
      cell: (lamp) => <span title={lamp.description}>{lamp.description}</span>,
      value: (lamp) => lamp.description,
      cut: true,
    },
    {
      id: 'place',
      header: t('column.place'),
      cell: (lamp) => <span title={lamp.location}>{lamp.location}</span>,
      value: (lamp) => lamp.location,
      cut: true,
    },
    { id: 'kind', header: t('column.kind'), cell: (lamp) => kindWords(lamp, t), value: (lamp) => kindWords(lamp, t) },
    {
      id: 'state',
      header: t('column.state'),
      cell: (lamp) => <LampState lamp={lamp} />,
      value: (lamp) => lookOf(lamp.condition).severity,
      csv: (lamp) =>
        [state(lamp.condition), ...lamp.errors.map((code) => codeText('errors.lamp', code) ?? code)].join(', '),
    },
    {
      id: 'groups',
      header: t('column.groups'),
      cell: groupsOf,
      value: groupsOf,
    },
    { id: 'serial', header: t('column.serial'), cell: (lamp) => lamp.serial, value: (lamp) => lamp.serial },
    {
      id: 'autonomy',
      header: t('column.autonomy'),
      align: 'right',
      cell: (lamp) => (lamp.autonomy === null ? t('unknown') : minutes(lamp.autonomy)),
      value: (lamp) => lamp.autonomy,
    },
  ]
}

/** The lamps with one fault, whatever else is wrong with them: where a count of that fault leads. */
function faultChip(chosen: string | undefined): Chip<Lamp> | undefined {
  const code = chosen?.startsWith('lamp.') ? chosen.slice('lamp.'.length) : undefined
  if (!chosen || !code) return undefined
  const fits = ({ errors }: Lamp) => errors.some((one) => one === code)
  return { id: chosen, label: codeText('errors.lamp', code) ?? code, state: 'error', fits }
}

/** A chip for each state that occurs, worst first; the chosen one stays even when nothing fits it any more. */
export function stateChips(
  lamps: readonly Lamp[],
  chosen: string | undefined,
  word: (state: StateName) => string,
): Chip<Lamp>[] {
  const names = new Set<StateName>(lamps.map((lamp) => lamp.condition))
  if (chosen && isState(chosen)) names.add(chosen)
  const chips: Chip<Lamp>[] = [...names]
    .sort(bySeverity)
    .map((state) => ({ id: state, label: word(state), state, fits: (lamp) => lamp.condition === state }))
  const fault = faultChip(chosen)
  return fault ? [fault, ...chips] : chips
}
