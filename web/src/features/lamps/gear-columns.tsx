import { gearAt, gearLabel } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import type { Filter } from '../../shared/table/table-filters.ts'
import type { Column } from '../../shared/table/table-model.ts'
import { GearState } from './GearState.tsx'
import type { Silence } from './gear-silence.ts'
import { kindTexts } from './lamp-columns.tsx'

export type GearTexts = {
  t: TFunction<'lamps'>
  measure: (value: number, unit: string) => string
  dateTime: (at: string) => string
  state: (name: StateName) => string
  silence: (lamp: Lamp) => Silence | null
  lastRead: (lamp: Lamp) => string | null
}

/** The longest duration reported by gear; it means "or more". */
const maxRatedMin = 510

export const gearName = ({ id }: Lamp): string => {
  const { line, shortAddress } = gearAt(id)
  return gearLabel(line, shortAddress)
}

export const gearPlace = ({ description, location }: Lamp): string =>
  [description, location].filter(Boolean).join(' · ')

/** "180 min", "510 min or more"; null if unknown. */
export const ratedText = ({ autonomy }: Lamp, { t, measure }: Pick<GearTexts, 't' | 'measure'>): string | null => {
  if (autonomy === null) return null
  const minutes = measure(autonomy, 'min')
  return autonomy >= maxRatedMin ? t('gearTable.orMore', { time: minutes }) : minutes
}

const stateText = (lamp: Lamp, { t, state, silence }: GearTexts): string => {
  const why = lamp.condition === 'offline' ? silence(lamp) : null
  if (why) return t(`gearTable.${why}`, { line: lamp.line })
  return [state(lamp.condition), ...lamp.errors.map((code) => errorText('errors.lamp', code) ?? code)].join(', ')
}

function Unknown({ word }: { word: string }) {
  return (
    <span className="vx-quiet" title={word}>
      <span aria-hidden>–</span>
      <span className="vx-hidden">{word}</span>
    </span>
  )
}

export function gearColumns(texts: GearTexts): readonly Column<Lamp>[] {
  const { t, dateTime, silence, lastRead } = texts
  const unknown = <Unknown word={t('unknown')} />
  return [
    { id: 'gear', header: t('column.gear'), cell: gearName, value: ({ id }) => id, csv: gearName },
    {
      id: 'state',
      header: t('word.state'),
      cell: (lamp) => <GearState lamp={lamp} silence={silence(lamp)} />,
      value: ({ condition }) => styleOf(condition).severity,
      csv: (lamp) => stateText(lamp, texts),
    },
    { id: 'place', header: t('word.place'), cell: gearPlace, value: gearPlace, cut: true },
    { id: 'kind', header: t('word.type'), cell: (lamp) => kindTexts(lamp, t), value: (lamp) => kindTexts(lamp, t) },
    {
      id: 'rated',
      header: t('gearTable.rated'),
      align: 'right',
      cell: (lamp) => ratedText(lamp, texts) ?? unknown,
      value: ({ autonomy }) => autonomy,
      csv: (lamp) => ratedText(lamp, texts),
    },
    { id: 'serial', header: t('word.serial'), cell: ({ serial }) => serial, value: ({ serial }) => serial },
    {
      id: 'lastRead',
      header: t('gearTable.lastRead'),
      cell: (lamp) => {
        const at = lastRead(lamp)
        return at === null ? unknown : dateTime(at)
      },
      value: lastRead,
    },
  ]
}

export function gearFilters({ t }: Pick<GearTexts, 't'>): readonly Filter<Lamp>[] {
  return [
    {
      id: 'line',
      label: t('fact.line'),
      valuesOf: ({ id }) => [String(gearAt(id).line)],
      labelOf: (line) => t('gearTable.line', { line }),
    },
    {
      id: 'type',
      label: t('word.type'),
      valuesOf: (lamp) => [kindTexts(lamp, t)],
      labelOf: (kind) => kind,
    },
  ]
}
