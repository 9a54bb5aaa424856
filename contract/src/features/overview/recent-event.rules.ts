import { type RecentEvent, recentEventLimits } from './recent-event.ts'

const keyOf = (event: RecentEvent): string | null => {
  if (event.kind === 'lampFault') return `lampFault ${event.cu} ${event.error} ${event.cleared}`
  if (event.kind === 'command') return `command ${event.cu} ${event.by} ${event.command} ${event.state}`
  return null
}

const mergeEvents = <Event extends RecentEvent>(event: Event, olderEvent: RecentEvent): Event => {
  if (event.kind === 'command' && olderEvent.kind === 'command')
    return { ...event, count: event.count + olderEvent.count }
  if (event.kind !== 'lampFault' || olderEvent.kind !== 'lampFault') return event
  const lamps = [...new Set([...event.lamps, ...olderEvent.lamps])].sort((a, b) => a - b)
  const lampsInBoth = event.lamps.length + olderEvent.lamps.length - lamps.length
  return {
    ...event,
    lamps: lamps.slice(0, recentEventLimits.lamps),
    total: event.total + olderEvent.total - lampsInBoth,
  }
}

/**
 * Recent events, newest first, with related ones merged: the same fault on several lamps of a unit, or a repeated
 * command.
 * @param events newest first
 */
export const mergeRecentEvents = (events: readonly RecentEvent[]): RecentEvent[] => {
  const merged: RecentEvent[] = []
  const open = new Map<string, { index: number; oldestMs: number }>()
  for (const event of events) {
    const key = keyOf(event)
    const atMs = Date.parse(event.at)
    const openEvent = key === null ? undefined : open.get(key)
    const newerEvent = openEvent && merged[openEvent.index]
    if (openEvent && newerEvent && openEvent.oldestMs - atMs <= recentEventLimits.gatheredMinutes * 60_000) {
      merged[openEvent.index] = mergeEvents(newerEvent, event)
      openEvent.oldestMs = atMs
      continue
    }
    if (key !== null) open.set(key, { index: merged.length, oldestMs: atMs })
    merged.push(event)
  }
  return merged.slice(0, recentEventLimits.events)
}
