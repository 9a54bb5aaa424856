import * as styles from './date-tile.module.css'
import { useFormats } from './format.ts'

/** Day and month of a moment as a tile, by the clock of a zone. */
export function DateTile({ at, timeZone }: { at: string; timeZone: string }) {
  const { dayNumber, monthName, full } = useFormats(timeZone)
  return (
    <time className={styles.dateTile} dateTime={at} title={full(at)}>
      <b>{dayNumber(at)}</b>
      {monthName(at)}
    </time>
  )
}
