import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'

/** Why nothing can be written to lamps of these units. An offline unit does not block the others, but is named. */
export function useWriteBlockedReason(topics: readonly string[]): {
  blockedReason: string | undefined
  away: string[]
} {
  const { units } = useCurrentPlant()
  const unitBlockedReason = useWhyNotCommand()
  const busy = useWhyNotBusy(...topics)
  const unitOf = (topic: string) => units.find((unit) => topicOf(unit) === topic)
  const offlineTopics = topics.filter((topic) => unitOf(topic)?.connection === 'disconnected')
  const connectedTopics =
    offlineTopics.length < topics.length ? topics.filter((topic) => !offlineTopics.includes(topic)) : topics
  const reason = connectedTopics.map((topic) => unitBlockedReason(unitOf(topic))).find((one) => one !== undefined)
  return { blockedReason: reason ?? busy, away: offlineTopics.map(serialOf) }
}
