import { useFormats } from './format.ts'
import './date-tile.css'

/** Day and month of a moment as a tile, by the clock of a zone. */
export function DateTile({ at, timeZone }: { at: string; timeZone: string }) {
  const { dayNumber, monthName, full } = useFormats(timeZone)
  return (
    <time className="vx-date-tile" dateTime={at} title={full(at)}>
      <b>{dayNumber(at)}</b>
      {monthName(at)}
    </time>
  )
}
