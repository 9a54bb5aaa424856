import type { EventName } from '@vigilux/contract/events.ts'
import type { DeviceLink, DeviceMessage } from '../ports/device-link.ts'
import type { Announcement, Audience } from './announce.ts'
import type { Log } from './log.ts'

/** Announcements between server nodes: each node hears all and tells its own browsers. */
const topicOf = (audience: Audience): string =>
  'plant' in audience ? `bus/plant/${audience.plant}` : `bus/user/${audience.user}`

export const isBusTopic = (topic: string): boolean => topic.startsWith('bus/')

/** Sends what was announced. What is lost here is fetched again by the browsers; it is logged, not retried. */
export const sendAnnouncements = (link: DeviceLink, announcements: readonly Announcement[], log: Log): void => {
  for (const announcement of announcements)
    link.publish(topicOf(announcement.audience), JSON.stringify(announcement), { qos: 0 }).catch((error: unknown) => {
      log.warn({ err: error, event: announcement.event }, 'announcement not sent')
    })
}

/** Reads an announcement of any node; null for what is none. */
export const readAnnouncement = ({ payload }: DeviceMessage): Announcement | null => {
  try {
    const { audience, event, data } = JSON.parse(payload.toString()) as Announcement
    return { audience, event: event as EventName, data }
  } catch {
    return null
  }
}
