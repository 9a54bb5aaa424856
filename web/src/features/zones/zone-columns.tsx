import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import type { Column } from '../../shared/table/table-model.ts'
import type { ZoneRow } from './zone-rows.ts'
import * as styles from './zones.module.css'

type Texts = { t: TFunction<'zones'>; state: (name: StateName) => string }

/** Columns of the zone lists; an empty zone has no state. Aggregations have a column once a zone has one. */
export function zoneColumns(
  { t, state }: Texts,
  rows: readonly ZoneRow[],
  name: (row: ZoneRow) => ReactNode,
): readonly Column<ZoneRow>[] {
  const columns: readonly Column<ZoneRow>[] = [
    { id: 'name', header: t('word.name'), cell: name, value: ({ zoneName }) => zoneName, cut: true },
    {
      id: 'state',
      header: t('word.state'),
      cell: (row) => <ZoneState row={row} t={t} />,
      value: (row) => (row.state ? styleOf(row.state).severity : 0),
      csv: (row) => row.state && state(row.state),
    },
    { id: 'lamps', header: t('word.devices'), align: 'right', cell: ({ lamps }) => lamps, value: ({ lamps }) => lamps },
    {
      id: 'inError',
      header: t('inError'),
      align: 'right',
      cell: ({ inError }) => (
        <span className={inError > 0 ? styles.zoneErrors : 'vx-quiet'} data-tone={inError > 0 ? 'error' : undefined}>
          {inError}
        </span>
      ),
      value: (row) => row.inError,
    },
    {
      id: 'collections',
      header: t('word.aggregations'),
      cell: ({ names }) => <span title={names}>{names}</span>,
      value: ({ names }) => names,
      cut: true,
    },
  ]
  return rows.some(({ names }) => names) ? columns : columns.filter(({ id }) => id !== 'collections')
}

/** The worst state of a zone; a muted text for an empty zone. */
export function ZoneState({ row, t }: { row: ZoneRow; t: TFunction<'zones'> }) {
  return row.state ? <StatusInline state={row.state} /> : <span className="vx-quiet">{t('nothingIn')}</span>
}

export const searchTextOf = ({ zoneName, names }: ZoneRow): string => `${zoneName} ${names}`
