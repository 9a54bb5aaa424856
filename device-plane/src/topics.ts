/** Channels published by a unit. docs/protocol/topics.md */
export const upChannels = ['online', 'shadow', 'state', 'telemetry', 'response', 'record'] as const
/** Channels subscribed by a unit. */
export const downChannels = ['command', 'desired', 'ack'] as const
export type UpChannel = (typeof upChannels)[number]
export type DownChannel = (typeof downChannels)[number]

/** Id of a unit, also its MQTT client id and user name: `logica_0A1B2C`. */
export const unitId = (cuType: string, cuId: string): string => `${cuType}_${cuId}`

const unitIdPattern = /^([a-z]{3,20})_([0-9A-F]{5,6})$/

/** Type and serial of a unit id; null if invalid. */
export const parseUnitId = (id: string): { cuType: string; cuId: string } | null => {
  const match = unitIdPattern.exec(id)
  return match?.[1] && match[2] ? { cuType: match[1], cuId: match[2] } : null
}

export const upTopic = (unit: string, channel: UpChannel): string => `v1/${unit}/up/${channel}`
export const downTopic = (unit: string, channel: DownChannel): string => `v1/${unit}/down/${channel}`

/** Topic filters of the server's subscription to all units. */
export const allUpTopics = upChannels.map((channel) => `v1/+/up/${channel}`)

/** Unit and channel of an up topic; null for any other topic. */
export const parseUpTopic = (topic: string): { unit: string; channel: UpChannel } | null => {
  const [version, unit, direction, channel, ...otherLevels] = topic.split('/')
  if (version !== 'v1' || direction !== 'up' || !unit || otherLevels.length > 0) return null
  const upChannel = upChannels.find((name) => name === channel)
  return upChannel && parseUnitId(unit) ? { unit, channel: upChannel } : null
}
