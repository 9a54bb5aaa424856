import { memo } from 'react'
import { RowCheck } from './RowCheck.tsx'
import * as styles from './table.module.css'
import type { ListLine, TableParts } from './table-parts.ts'

/** The words of a line: title and state, then detail and value. */
export function LineWords({ line }: { line: ListLine }) {
  return (
    <span className={styles.listWords} data-part="list-words">
      <span className={styles.listFirst} data-part="list-first">
        <b>{line.title}</b>
        {line.state}
      </span>
      <span className={styles.listSecond}>
        <span className={styles.listDetail} data-part="list-detail">
          {line.detail}
        </span>
        <span className={styles.listValue} data-part="list-value">
          {line.value}
        </span>
      </span>
      {line.more}
    </span>
  )
}

function LineOf<Row>({ parts, row }: { parts: TableParts<Row>; row: Row }) {
  const { props, selectable, selected, select } = parts
  const key = props.rowKey(row)
  const line = props.listLine(row)
  return (
    <div
      className={parts.unfit.has(key) ? `${styles.listLine} ${styles.unfit}` : styles.listLine}
      aria-current={props.openKey === key || undefined}
    >
      {selectable ? (
        <RowCheck
          label={props.selection?.label(row) ?? ''}
          checked={selected.has(key)}
          onChange={(range) => select(key, range)}
        />
      ) : null}
      {props.onOpen ? (
        <button type="button" className={styles.listOpen} onClick={() => props.onOpen?.(row)}>
          <LineWords line={line} />
        </button>
      ) : (
        <LineWords line={line} />
      )}
      {line.beside}
    </div>
  )
}

/** Rerenders when the rows or their selection change, not while the list scrolls. */
export const Line = memo(LineOf) as typeof LineOf
