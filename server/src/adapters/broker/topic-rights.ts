import { downChannels, parseUnitId, parseUpTopic } from '@vigilux/device-plane/topics.ts'

/** User name of the platform's own connections. */
export const platformUser = 'platform'
/** Topics between server nodes. */
export const busPrefix = 'bus/'

/** A unit publishes on its own up topics; the platform publishes to units and on the bus. */
export const mayPublish = (user: string, topic: string): boolean => {
  if (user !== platformUser) return parseUpTopic(topic)?.unit === user
  if (topic.startsWith(busPrefix)) return true
  const [version, unit, direction, channel, ...extraLevels] = topic.split('/')
  if (version !== 'v1' || direction !== 'down' || extraLevels.length > 0 || !unit || !parseUnitId(unit)) return false
  return downChannels.some((name) => name === channel)
}

/** A unit subscribes to its own down topics; the platform to every unit and the bus. All other filters are refused. */
export const maySubscribe = (user: string, filter: string): boolean => {
  if (user !== platformUser)
    return ['#', '+', ...downChannels].some((channel) => filter === `v1/${user}/down/${channel}`)
  return filter.startsWith(busPrefix) || /^v1\/[^/#]+\/up\/[a-z+#]+$/.test(filter)
}

/** Channels whose last message the broker retains. */
export const mayRetain = (topic: string): boolean =>
  topic.startsWith(busPrefix) || /\/up\/(?:online|shadow)$/.test(topic)

/** The will of a unit is its own `online: false`. */
export const isWillTopicOf = (unit: string, topic: string): boolean => topic === `v1/${unit}/up/online`

/** Topics of units older than `v1`: version 0, or without a version. */
export const isOlderTopicOf = (unit: string, topic: string): boolean =>
  topic.startsWith(`v0/${unit}/`) || topic.startsWith(`${unit}/`)

/** Filters of messages to units, on which nothing is retained. */
export const isTowardsUnit = (filter: string): boolean => /^v1\/[^/+#]+\/down\//.test(filter)
