import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'

/** Why nothing can be written to lamps of these units. An offline unit does not block the others, but is named. */
export function useWriteBlockedReason(topics: readonly string[]): { because: string | undefined; away: string[] } {
  const { units } = useCurrentPlant()
  const whyNot = useWhyNotCommand()
  const busy = useWhyNotBusy(...topics)
  const unitOf = (topic: string) => units.find((unit) => topicOf(unit) === topic)
  const away = topics.filter((topic) => unitOf(topic)?.connection === 'disconnected')
  const asked = away.length < topics.length ? topics.filter((topic) => !away.includes(topic)) : topics
  const reason = asked.map((topic) => whyNot(unitOf(topic))).find((one) => one !== undefined)
  return { because: reason ?? busy, away: away.map(serialOf) }
}
