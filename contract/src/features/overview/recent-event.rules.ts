import { type RecentEvent, recentEventLimits } from './recent-event.ts'

const keyOf = (event: RecentEvent): string | null => {
  if (event.kind === 'lampFault') return `lampFault ${event.cu} ${event.error} ${event.cleared}`
  if (event.kind === 'command') return `command ${event.cu} ${event.by} ${event.command} ${event.state}`
  return null
}

const mergeEvents = <Event extends RecentEvent>(event: Event, older: RecentEvent): Event => {
  if (event.kind === 'command' && older.kind === 'command') return { ...event, count: event.count + older.count }
  if (event.kind !== 'lampFault' || older.kind !== 'lampFault') return event
  const lamps = [...new Set([...event.lamps, ...older.lamps])].sort((a, b) => a - b)
  const both = event.lamps.length + older.lamps.length - lamps.length
  return { ...event, lamps: lamps.slice(0, recentEventLimits.lamps), total: event.total + older.total - both }
}

/**
 * Recent events, newest first, with related ones merged: the same fault on several lamps of a unit, or a repeated command.
 * @param events newest first
 */
export const mergeRecentEvents = (events: readonly RecentEvent[]): RecentEvent[] => {
  const gathered: RecentEvent[] = []
  const open = new Map<string, { index: number; oldestMs: number }>()
  for (const event of events) {
    const key = keyOf(event)
    const atMs = Date.parse(event.at)
    const known = key === null ? undefined : open.get(key)
    const newer = known && gathered[known.index]
    if (known && newer && known.oldestMs - atMs <= recentEventLimits.gatheredMinutes * 60_000) {
      gathered[known.index] = mergeEvents(newer, event)
      known.oldestMs = atMs
      continue
    }
    if (key !== null) open.set(key, { index: gathered.length, oldestMs: atMs })
    gathered.push(event)
  }
  return gathered.slice(0, recentEventLimits.events)
}
