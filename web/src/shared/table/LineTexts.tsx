import * as styles from './table.module.css'
import type { ListLine } from './table-parts.ts'

/** The texts of a line: title and state, detail and value, and a third line if there is more. */
export function LineTexts({ line }: { line: ListLine }) {
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
