import { useEffect, useState } from 'react'
import { type Instant, useFormats } from './format.ts'

/** Rerenders every `everyMs`; for ages and countdowns. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** A date and time, with the exact time and its zone in the title. */
export function TimeText({ at, timeZone }: { at: Instant; timeZone: string }) {
  const { dateTime, full } = useFormats(timeZone)
  return (
    <time dateTime={new Date(at).toISOString()} title={full(at)}>
      {dateTime(at)}
    </time>
  )
}

/** "2 s ago" below one hour, otherwise the date; the exact time with zone is in the title. */
export function RelativeTime({ at, timeZone }: { at: Instant; timeZone: string }) {
  const formats = useFormats(timeZone)
  const now = useNow(1000)
  const isRecent = now - new Date(at).getTime() < 3_600_000
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.full(at)}>
      {isRecent ? formats.ago(at, now) : formats.dateTime(at)}
    </time>
  )
}
