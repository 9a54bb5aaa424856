import type { ReactNode } from 'react'
import { LoadingRows } from '../feedback/Loading.tsx'
import { lazy } from '../lazy.tsx'
import { Line } from './TableLine.tsx'
import * as styles from './table.module.css'
import type { TableParts } from './table-parts.ts'

/** Loads only for long lists, which no first page has. */
const LongList = lazy(async () => (await import('./LongList.tsx')).LongList, {
  meanwhile: <LoadingRows height={64} />,
}) as <Row>(parts: TableParts<Row>) => ReactNode

/** The list form, for the phone. */
export function TableList<Row>(parts: TableParts<Row>) {
  const { props, rows } = parts
  if (parts.virtual) return <LongList {...parts} />
  const groupOf = (row: Row | undefined) => (row === undefined ? undefined : props.listGroup?.(row))
  return (
    <ul className={`${styles.list} vx-card`} data-part="list" aria-label={props.label}>
      {rows.map((row, at) => {
        const group = groupOf(row)
        return (
          <li key={props.rowKey(row)}>
            {group !== undefined && group !== groupOf(rows[at - 1]) ? (
              <h2 className={styles.listGroup}>{group}</h2>
            ) : null}
            <Line parts={parts} row={row} />
          </li>
        )
      })}
    </ul>
  )
}
